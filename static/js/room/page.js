// What a room needs of the page: where it is, and the question on its figure. The projected window puts its own in this place.
"use strict";

(() => {
  const { root, path } = document.body.dataset;
  const { guess } = Walkthrough;
  const shown = () => Walkthrough.store?.shown();

  Walkthrough.room.page = Walkthrough.projected ?? {
    // Path and query within the site; the server leaves out how the reader looks at it.
    address: () => (path && shown() ? `${path}?${shown().address}` : location.pathname.slice(root.length) + location.search),
    part: () => "",
    listen: (listener) => Walkthrough.store?.listen(listener),
    guess,
  };
})();
