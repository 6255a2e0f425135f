"""The published models as a table, smallest first: name in the address and title, then the keys of the config, see published.py.

From the configs under tests/data/configs, which a test compares with these; GPT-3 is a GPT-2 of the sizes in arXiv:2005.14165, table 2.1.
"""

KEYS = """
bert-base-uncased | BERT base uncased
model_type=bert hidden_size=768 num_attention_heads=12 intermediate_size=3072 vocab_size=30522 max_position_embeddings=512
type_vocab_size=2 num_hidden_layers=12 tie_word_embeddings=true
gpt2 | GPT-2 124M
model_type=gpt2 n_embd=768 n_head=12 vocab_size=50257 n_positions=1024 n_layer=12 tie_word_embeddings=true
roberta-base | RoBERTa base
model_type=roberta hidden_size=768 num_attention_heads=12 intermediate_size=3072 vocab_size=50265 max_position_embeddings=514
type_vocab_size=1 num_hidden_layers=12 tie_word_embeddings=true
gpt-neo-125m | GPT-Neo 125M
model_type=gpt_neo hidden_size=768 num_heads=12 num_layers=12 vocab_size=50257 max_position_embeddings=2048 tie_word_embeddings=true
opt-125m | OPT 125M
model_type=opt hidden_size=768 num_attention_heads=12 word_embed_proj_dim=768 vocab_size=50272 max_position_embeddings=2048 ffn_dim=3072
num_hidden_layers=12 do_layer_norm_before=true tie_word_embeddings=true
t5-base | T5 base
model_type=t5 d_model=768 num_heads=12 vocab_size=32128 feed_forward_proj=relu d_ff=3072 num_layers=12 num_decoder_layers=12 d_kv=64
relative_attention_num_buckets=32 tie_word_embeddings=true
bert-large-cased | BERT large cased
model_type=bert hidden_size=1024 num_attention_heads=16 intermediate_size=4096 vocab_size=28996 max_position_embeddings=512
type_vocab_size=2 num_hidden_layers=24 tie_word_embeddings=true
bert-large-uncased | BERT large uncased
model_type=bert hidden_size=1024 num_attention_heads=16 intermediate_size=4096 vocab_size=30522 max_position_embeddings=512
type_vocab_size=2 num_hidden_layers=24 tie_word_embeddings=true
smollm2-360m | SmolLM2 360M
model_type=llama hidden_size=960 num_attention_heads=15 num_key_value_heads=5 attention_bias=false mlp_bias=false intermediate_size=2560
num_hidden_layers=32 vocab_size=49152 tie_word_embeddings=true
pythia-410m | Pythia 410M
model_type=gpt_neox hidden_size=1024 num_attention_heads=16 intermediate_size=4096 vocab_size=50304 num_hidden_layers=24
tie_word_embeddings=false
bloom-560m | BLOOM 560M
model_type=bloom hidden_size=1024 n_head=16 vocab_size=250880 n_layer=24 tie_word_embeddings=true
qwen3-0.6b | Qwen3 0.6B
model_type=qwen3 hidden_size=1024 num_attention_heads=16 num_key_value_heads=8 head_dim=128 attention_bias=false intermediate_size=3072
num_hidden_layers=28 vocab_size=151936 tie_word_embeddings=true
pythia-1b | Pythia 1B
model_type=gpt_neox hidden_size=2048 num_attention_heads=8 intermediate_size=8192 vocab_size=50304 num_hidden_layers=16
tie_word_embeddings=false
tinyllama-1.1b | TinyLlama 1.1B
model_type=llama hidden_size=2048 num_attention_heads=32 num_key_value_heads=4 attention_bias=false mlp_bias=false intermediate_size=5632
num_hidden_layers=22 vocab_size=32000 tie_word_embeddings=false
gpt-neo-1.3b | GPT-Neo 1.3B
model_type=gpt_neo hidden_size=2048 num_heads=16 num_layers=24 vocab_size=50257 max_position_embeddings=2048 tie_word_embeddings=true
pythia-1.4b | Pythia 1.4B
model_type=gpt_neox hidden_size=2048 num_attention_heads=16 intermediate_size=8192 vocab_size=50304 num_hidden_layers=24
tie_word_embeddings=false
gpt2-xl | GPT-2 XL 1.5B
model_type=gpt2 n_embd=1600 n_head=25 vocab_size=50257 n_positions=1024 n_layer=48 tie_word_embeddings=true
smollm2-1.7b | SmolLM2 1.7B
model_type=llama hidden_size=2048 num_attention_heads=32 num_key_value_heads=32 attention_bias=false mlp_bias=false intermediate_size=8192
num_hidden_layers=24 vocab_size=49152 tie_word_embeddings=true
qwen3-1.7b | Qwen3 1.7B
model_type=qwen3 hidden_size=2048 num_attention_heads=16 num_key_value_heads=8 head_dim=128 attention_bias=false intermediate_size=6144
num_hidden_layers=28 vocab_size=151936 tie_word_embeddings=true
gemma-2-2b | Gemma 2 2B
model_type=gemma2 hidden_size=2304 num_attention_heads=8 num_key_value_heads=4 head_dim=256 intermediate_size=9216 num_hidden_layers=26
vocab_size=256000 tie_word_embeddings=true
gpt-neo-2.7b | GPT-Neo 2.7B
model_type=gpt_neo hidden_size=2560 num_heads=20 num_layers=32 vocab_size=50257 max_position_embeddings=2048 tie_word_embeddings=true
opt-2.7b | OPT 2.7B
model_type=opt hidden_size=2560 num_attention_heads=32 word_embed_proj_dim=2560 vocab_size=50272 max_position_embeddings=2048
ffn_dim=10240 num_hidden_layers=32 do_layer_norm_before=true tie_word_embeddings=true
phi-2 | Phi-2
model_type=phi hidden_size=2560 num_attention_heads=32 num_key_value_heads=32 intermediate_size=10240 qk_layernorm=false vocab_size=51200
num_hidden_layers=32 tie_word_embeddings=false
t5-v1.1-xl | T5 1.1 XL
model_type=t5 d_model=2048 num_heads=32 vocab_size=32128 feed_forward_proj=gated-gelu d_ff=5120 num_layers=24 num_decoder_layers=24
d_kv=64 relative_attention_num_buckets=32 tie_word_embeddings=false
t5-3b | T5 3B
model_type=t5 d_model=1024 num_heads=32 vocab_size=32128 feed_forward_proj=relu d_ff=16384 num_layers=24 num_decoder_layers=24 d_kv=128
relative_attention_num_buckets=32 tie_word_embeddings=true
llama-3.2-3b | Llama 3.2 3B
model_type=llama hidden_size=3072 num_attention_heads=24 num_key_value_heads=8 head_dim=128 attention_bias=false mlp_bias=false
intermediate_size=8192 num_hidden_layers=28 vocab_size=128256 tie_word_embeddings=true
phi-3-mini-4k | Phi-3 mini
model_type=phi3 hidden_size=3072 num_attention_heads=32 num_key_value_heads=32 intermediate_size=8192 num_hidden_layers=32
vocab_size=32064 tie_word_embeddings=false
qwen3-4b | Qwen3 4B
model_type=qwen3 hidden_size=2560 num_attention_heads=32 num_key_value_heads=8 head_dim=128 attention_bias=false intermediate_size=9728
num_hidden_layers=36 vocab_size=151936 tie_word_embeddings=true
opt-6.7b | OPT 6.7B
model_type=opt hidden_size=4096 num_attention_heads=32 word_embed_proj_dim=4096 vocab_size=50272 max_position_embeddings=2048
ffn_dim=16384 num_hidden_layers=32 do_layer_norm_before=true tie_word_embeddings=true
llama-2-7b | Llama 2 7B
model_type=llama hidden_size=4096 num_attention_heads=32 num_key_value_heads=32 attention_bias=false mlp_bias=false
intermediate_size=11008 num_hidden_layers=32 vocab_size=32000 tie_word_embeddings=false
llama-7b | LLaMA 7B
model_type=llama hidden_size=4096 num_attention_heads=32 num_key_value_heads=32 attention_bias=false mlp_bias=false
intermediate_size=11008 num_hidden_layers=32 vocab_size=32000 tie_word_embeddings=false
pythia-6.9b | Pythia 6.9B
model_type=gpt_neox hidden_size=4096 num_attention_heads=32 intermediate_size=16384 vocab_size=50432 num_hidden_layers=32
tie_word_embeddings=false
falcon-7b | Falcon 7B
model_type=falcon hidden_size=4544 num_attention_heads=71 new_decoder_architecture=false bias=false multi_query=true parallel_attn=true
vocab_size=65024 num_hidden_layers=32 tie_word_embeddings=true
bloom-7b1 | BLOOM 7b1
model_type=bloom hidden_size=4096 n_head=32 vocab_size=250880 n_layer=30 tie_word_embeddings=true
mistral-7b-v0.1 | Mistral 7B
model_type=mistral hidden_size=4096 num_attention_heads=32 num_key_value_heads=8 intermediate_size=14336 num_hidden_layers=32
vocab_size=32000 tie_word_embeddings=false
mistral-7b-v0.3 | Mistral 7B v0.3
model_type=mistral hidden_size=4096 num_attention_heads=32 num_key_value_heads=8 intermediate_size=14336 num_hidden_layers=32
vocab_size=32768 tie_word_embeddings=false
olmo-2-7b | OLMo 2 7B
model_type=olmo2 hidden_size=4096 num_attention_heads=32 num_key_value_heads=32 intermediate_size=11008 num_hidden_layers=32
vocab_size=100352 tie_word_embeddings=false
llama-3-8b | Llama 3 8B
model_type=llama hidden_size=4096 num_attention_heads=32 num_key_value_heads=8 attention_bias=false mlp_bias=false intermediate_size=14336
num_hidden_layers=32 vocab_size=128256 tie_word_embeddings=false
qwen3-8b | Qwen3 8B
model_type=qwen3 hidden_size=4096 num_attention_heads=32 num_key_value_heads=8 head_dim=128 attention_bias=false intermediate_size=12288
num_hidden_layers=36 vocab_size=151936 tie_word_embeddings=false
gemma-7b | Gemma 7B
model_type=gemma hidden_size=3072 num_attention_heads=16 num_key_value_heads=16 head_dim=256 intermediate_size=24576 num_hidden_layers=28
vocab_size=256000 tie_word_embeddings=true
gemma-2-9b | Gemma 2 9B
model_type=gemma2 hidden_size=3584 num_attention_heads=16 num_key_value_heads=8 head_dim=256 intermediate_size=14336 num_hidden_layers=42
vocab_size=256000 tie_word_embeddings=true
t5-11b | T5 11B
model_type=t5 d_model=1024 num_heads=128 vocab_size=32128 feed_forward_proj=relu d_ff=65536 num_layers=24 num_decoder_layers=24 d_kv=128
relative_attention_num_buckets=32 tie_word_embeddings=true
pythia-12b | Pythia 12B
model_type=gpt_neox hidden_size=5120 num_attention_heads=40 intermediate_size=20480 vocab_size=50688 num_hidden_layers=36
tie_word_embeddings=false
mistral-nemo-12b | Mistral Nemo 12B
model_type=mistral hidden_size=5120 num_attention_heads=32 num_key_value_heads=8 head_dim=128 intermediate_size=14336 num_hidden_layers=40
vocab_size=131072 tie_word_embeddings=false
opt-13b | OPT 13B
model_type=opt hidden_size=5120 num_attention_heads=40 word_embed_proj_dim=5120 vocab_size=50272 max_position_embeddings=2048
ffn_dim=20480 num_hidden_layers=40 do_layer_norm_before=true tie_word_embeddings=true
llama-13b | LLaMA 13B
model_type=llama hidden_size=5120 num_attention_heads=40 num_key_value_heads=40 attention_bias=false mlp_bias=false
intermediate_size=13824 num_hidden_layers=40 vocab_size=32000 tie_word_embeddings=false
llama-2-13b | Llama 2 13B
model_type=llama hidden_size=5120 num_attention_heads=40 num_key_value_heads=40 attention_bias=false mlp_bias=false
intermediate_size=13824 num_hidden_layers=40 vocab_size=32000 tie_word_embeddings=false
phi-3-medium-4k | Phi-3 medium
model_type=phi3 hidden_size=5120 num_attention_heads=40 num_key_value_heads=10 intermediate_size=17920 num_hidden_layers=40
vocab_size=32064 tie_word_embeddings=false
phi-4 | Phi-4
model_type=phi3 hidden_size=5120 num_attention_heads=40 num_key_value_heads=10 intermediate_size=17920 num_hidden_layers=40
vocab_size=100352 tie_word_embeddings=false
qwen3-14b | Qwen3 14B
model_type=qwen3 hidden_size=5120 num_attention_heads=40 num_key_value_heads=8 head_dim=128 attention_bias=false intermediate_size=17408
num_hidden_layers=40 vocab_size=151936 tie_word_embeddings=false
qwen2.5-14b | Qwen2.5 14B
model_type=qwen2 hidden_size=5120 num_attention_heads=40 num_key_value_heads=8 intermediate_size=13824 num_hidden_layers=48
vocab_size=152064 tie_word_embeddings=false
starcoder | StarCoder
model_type=gpt_bigcode n_embd=6144 n_head=48 n_inner=24576 multi_query=true vocab_size=49152 n_positions=8192 n_layer=40
tie_word_embeddings=true
gemma-2-27b | Gemma 2 27B
model_type=gemma2 hidden_size=4608 num_attention_heads=32 num_key_value_heads=16 head_dim=128 intermediate_size=36864 num_hidden_layers=46
vocab_size=256000 tie_word_embeddings=true
qwen2.5-32b | Qwen2.5 32B
model_type=qwen2 hidden_size=5120 num_attention_heads=40 num_key_value_heads=8 intermediate_size=27648 num_hidden_layers=64
vocab_size=152064 tie_word_embeddings=false
codellama-34b | Code Llama 34B
model_type=llama hidden_size=8192 num_attention_heads=64 num_key_value_heads=8 attention_bias=false mlp_bias=false intermediate_size=22016
num_hidden_layers=48 vocab_size=32000 tie_word_embeddings=false
yi-34b | Yi 34B
model_type=llama hidden_size=7168 num_attention_heads=56 num_key_value_heads=8 attention_bias=false mlp_bias=false intermediate_size=20480
num_hidden_layers=60 vocab_size=64000 tie_word_embeddings=false
mixtral-8x7b | Mixtral 8x7B
model_type=mixtral hidden_size=4096 num_attention_heads=32 num_key_value_heads=8 num_local_experts=8 num_experts_per_tok=2
intermediate_size=14336 num_hidden_layers=32 vocab_size=32000 tie_word_embeddings=false
llama-65b | LLaMA 65B
model_type=llama hidden_size=8192 num_attention_heads=64 num_key_value_heads=64 attention_bias=false mlp_bias=false
intermediate_size=22016 num_hidden_layers=80 vocab_size=32000 tie_word_embeddings=false
opt-66b | OPT 66B
model_type=opt hidden_size=9216 num_attention_heads=72 word_embed_proj_dim=9216 vocab_size=50272 max_position_embeddings=2048
ffn_dim=36864 num_hidden_layers=64 do_layer_norm_before=true tie_word_embeddings=true
llama-2-70b | Llama 2 70B
model_type=llama hidden_size=8192 num_attention_heads=64 num_key_value_heads=8 attention_bias=false mlp_bias=false intermediate_size=28672
num_hidden_layers=80 vocab_size=32000 tie_word_embeddings=false
qwen2.5-72b | Qwen2.5 72B
model_type=qwen2 hidden_size=8192 num_attention_heads=64 num_key_value_heads=8 intermediate_size=29568 num_hidden_layers=80
vocab_size=152064 tie_word_embeddings=false
mixtral-8x22b | Mixtral 8x22B
model_type=mixtral hidden_size=6144 num_attention_heads=48 num_key_value_heads=8 num_local_experts=8 num_experts_per_tok=2
intermediate_size=16384 num_hidden_layers=56 vocab_size=32000 tie_word_embeddings=false
gpt3-175b | GPT-3 175B
model_type=gpt2 n_embd=12288 n_head=96 vocab_size=50257 n_positions=2048 n_layer=96 tie_word_embeddings=true
opt-175b | OPT 175B
model_type=opt hidden_size=12288 num_attention_heads=96 word_embed_proj_dim=12288 vocab_size=50272 max_position_embeddings=2048
ffn_dim=49152 num_hidden_layers=96 do_layer_norm_before=true tie_word_embeddings=true
bloom | BLOOM 176B
model_type=bloom hidden_size=14336 n_head=112 vocab_size=250880 n_layer=70 tie_word_embeddings=true
falcon-180b | Falcon 180B
model_type=falcon hidden_size=14848 num_attention_heads=232 new_decoder_architecture=true bias=false num_kv_heads=8 parallel_attn=true
vocab_size=65024 num_hidden_layers=80 tie_word_embeddings=true
qwen3-235b-a22b | Qwen3 235B A22B
model_type=qwen3_moe hidden_size=4096 num_attention_heads=64 num_key_value_heads=4 head_dim=128 attention_bias=false num_hidden_layers=94
decoder_sparse_step=1 mlp_only_layers=[] num_experts_per_tok=8 moe_intermediate_size=1536 num_experts=128 vocab_size=151936
tie_word_embeddings=false
llama-3.1-405b | Llama 3.1 405B
model_type=llama hidden_size=16384 num_attention_heads=128 num_key_value_heads=8 attention_bias=false mlp_bias=false
intermediate_size=53248 num_hidden_layers=126 vocab_size=128256 tie_word_embeddings=false
deepseek-v3 | DeepSeek-V3 671B
model_type=deepseek_v3 hidden_size=7168 num_hidden_layers=61 num_attention_heads=128 first_k_dense_replace=3 kv_lora_rank=512
qk_rope_head_dim=64 qk_nope_head_dim=128 v_head_dim=128 q_lora_rank=1536 intermediate_size=18432 n_shared_experts=1
moe_intermediate_size=2048 num_experts_per_tok=8 n_routed_experts=256 vocab_size=129280 tie_word_embeddings=false
"""
