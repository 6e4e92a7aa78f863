#!/usr/bin/env python3
"""Measures Chroma (persistent, in process) on the vectors, filters and queries that `rcad-bench search --write DIR` left.

    chroma_rival.py DIR

For each size below DIR: all records are added (in batches, not timed), then every query once to warm up and once timed,
without filters and with the same two that rcad had (project and category); then single records are added, each timed.
Prints JSON, times in milliseconds, sizes in millions of bytes. Chroma gets the vectors alone, no documents: it is asked
for meaning only, which is the cheaper question.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")

import chromadb  # noqa: E402
import numpy  # noqa: E402

DIMENSIONS = 384
BATCH = 2000
ADDED = 100
HITS = 5


def quantiles(samples):
    """p50 and p95 by nearest rank, of seconds, in milliseconds."""
    ordered = sorted(samples)

    def at(share):
        return 1000 * ordered[max(0, -(-len(ordered) * share // 100) - 1)]

    return {"p50": at(50), "p95": at(95)}


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def vectors(path):
    return numpy.fromfile(path, dtype="<f4").reshape(-1, DIMENSIONS)


def timed(calls):
    """How long each call takes, after all of them ran once."""
    for call in calls:
        call()
    samples = []
    for call in calls:
        start = time.perf_counter()
        call()
        samples.append(time.perf_counter() - start)
    return quantiles(samples)


def size(place):
    return sum(file.stat().st_size for file in Path(place).rglob("*") if file.is_file()) / 1e6


def measure(data, place):
    records, rows = lines(data / "records.jsonl"), vectors(data / "records.f32")
    asked, queries = lines(data / "queries.jsonl"), vectors(data / "queries.f32")
    client = chromadb.PersistentClient(path=place)
    collection = client.create_collection("rcas", metadata={"hnsw:space": "cosine"})
    # The last are kept for the adds that are timed.
    kept = len(records) - min(ADDED, len(records) // 10)
    for at in range(0, kept, BATCH):
        end = min(at + BATCH, kept)
        collection.add(ids=[record.pop("id") for record in records[at:end]], embeddings=rows[at:end], metadatas=records[at:end])

    def plain(vector):
        return lambda: collection.query(query_embeddings=[vector], n_results=HITS)

    def filtered(vector, filters):
        where = {"$and": [{key: value} for key, value in filters.items()]}
        return lambda: collection.query(query_embeddings=[vector], n_results=HITS, where=where)

    result = {"records": len(records), "plain_ms": timed([plain(vector) for vector in queries]),
              "filtered_ms": timed([filtered(vector, filters) for vector, filters in zip(queries, asked)])}
    samples = []
    for record, row in zip(records[kept:], rows[kept:]):
        name = record.pop("id")
        start = time.perf_counter()
        collection.add(ids=[name], embeddings=[row], metadatas=[record])
        samples.append(time.perf_counter() - start)
    return {**result, "add_ms": quantiles(samples), "disk_mb": size(place)}


def main():
    if len(sys.argv) != 2:
        sys.exit("chroma_rival.py: give the directory that `rcad-bench search --write DIR` left")
    sizes = []
    for data in sorted(Path(sys.argv[1]).iterdir(), key=lambda one: int(one.name)):
        place = tempfile.mkdtemp(prefix="rcad-chroma-")
        try:
            sizes.append(measure(data, place))
        finally:
            shutil.rmtree(place, ignore_errors=True)
    print(json.dumps({"sizes": sizes}))


if __name__ == "__main__":
    main()
