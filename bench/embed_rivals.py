#!/usr/bin/env python3
"""How fast the Python programs make vectors of texts with all-MiniLM-L6-v2; the rivals of `rcad-bench embed`.

    embed_rivals.py --model DIR --texts FILE [--quick] [--threads N] [--rounds N]

DIR holds the model as sentence-transformers wants it (config.json and the others beside the weights), FILE a text a line.
Rivals: sentence-transformers on PyTorch; ONNX Runtime with the same weights, and with them dynamically quantised to int8,
both exported here from the PyTorch model. All take turns, one after the other; JSON on stdout, the rest on stderr.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

MANY = 512
ONE_BY_ONE = 100
QUICK = 16
# Texts of similar length that are computed at once, padded: sentence-transformers' default, used for ONNX Runtime too.
BATCH = 32
LONGEST = 256


def quantile(values, share):
    """Nearest rank, as `rcad-bench` has it."""
    ordered = sorted(values)
    return ordered[max(0, -(-round(share * 1000) * len(ordered) // 1000) - 1)]


class Torch:
    """sentence-transformers."""

    def __init__(self, directory, threads):
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(threads)
        self.model = SentenceTransformer(str(directory), device="cpu")

    def embed(self, texts):
        return self.model.encode(texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)


class Onnx:
    """ONNX Runtime on an exported file, with the pooling in numpy."""

    def __init__(self, file, directory, threads):
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.enable_padding()

    def embed(self, texts):
        import numpy

        order = sorted(range(len(texts)), key=lambda at: -len(texts[at]))
        vectors = [None] * len(texts)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            cut = self.tokenizer.encode_batch([texts[at] for at in chosen])
            ids = numpy.array([c.ids for c in cut], dtype=numpy.int64)
            mask = numpy.array([c.attention_mask for c in cut], dtype=numpy.int64)
            hidden = self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
            mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
            mean /= numpy.linalg.norm(mean, axis=1, keepdims=True)
            for at, vector in zip(chosen, mean):
                vectors[at] = vector
        return vectors


def export(torch_model, file):
    """Writes the transformer, without pooling, as ONNX."""
    import torch

    class States(torch.nn.Module):
        def __init__(self, bert):
            super().__init__()
            self.bert = bert

        def forward(self, input_ids, attention_mask):
            return self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    bert = torch_model.model[0].auto_model.eval()
    bert.config._attn_implementation = "eager"
    example = torch.ones((2, 8), dtype=torch.long)
    axes = {name: {0: "texts", 1: "pieces"} for name in ("input_ids", "attention_mask", "states")}
    with torch.no_grad():
        torch.onnx.export(States(bert), (example, example), str(file), input_names=["input_ids", "attention_mask"],
                          output_names=["states"], dynamic_axes=axes, opset_version=17, dynamo=False)
    bert.config._attn_implementation = "sdpa"


def measure(rivals, texts, rounds):
    one = {name: [] for name in rivals}
    many = {name: [] for name in rivals}
    for n in range(rounds):
        for name, rival in rivals.items():
            rival.embed(texts[:1])
            for text in texts[:ONE_BY_ONE]:
                start = time.perf_counter()
                rival.embed([text])
                one[name].append((time.perf_counter() - start) * 1000)
            start = time.perf_counter()
            rival.embed(texts)
            many[name].append(len(texts) / (time.perf_counter() - start))
            print(f"round {n + 1}/{rounds}: {name}", file=sys.stderr)
    return {name: {"one_ms": {"p50": quantile(one[name], 0.5), "p95": quantile(one[name], 0.95)},
                   "many_per_s": statistics.median(many[name])} for name in rivals}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    texts = args.texts.read_text().rstrip("\n").split("\n")
    texts = texts[:QUICK] if args.quick else texts
    rounds = 1 if args.quick else args.rounds
    rivals, failed = {"sentence_transformers": Torch(args.model, args.threads)}, {}
    with tempfile.TemporaryDirectory() as scratch:
        try:
            from onnxruntime.quantization import QuantType, quantize_dynamic

            plain, quantised = Path(scratch) / "f32.onnx", Path(scratch) / "int8.onnx"
            export(rivals["sentence_transformers"], plain)
            quantize_dynamic(str(plain), str(quantised), weight_type=QuantType.QInt8)
            rivals["onnx_f32"] = Onnx(plain, args.model, args.threads)
            rivals["onnx_int8"] = Onnx(quantised, args.model, args.threads)
        except Exception as error:  # Told with the figures; PyTorch's still count.
            failed["onnx"] = f"{type(error).__name__}: {error}"
        found = measure(rivals, texts, rounds)
        reference = rivals["sentence_transformers"].embed(texts)
        for name, rival in rivals.items():
            found[name]["far_from_pytorch"] = float(max(1 - float(a @ b) for a, b in zip(rival.embed(texts), reference)))
    found["threads"], found["failed"] = args.threads, failed
    print(json.dumps(found))


main()
