"""Streamlit with a Plotly chart."""

import plotly.graph_objects as go
import streamlit as st
from numbers_of import heights

p, n = st.slider("P", 0, 80, 40), st.slider("N", 0, 16, 2)
st.plotly_chart(go.Figure(go.Bar(x=list(range(33)), y=heights(p, n)), layout={"width": 760, "height": 400}), key="figure")
