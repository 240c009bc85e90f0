"""Publishes a file in pieces with Spark. Spark only starts processes: the pieces are read and published by specmill.

    specmill pieces plan big.csv --spec payments --out plan.json
    spark-submit examples/spark.py plan.json --to kafka://kafka:9092/payments
    specmill pieces finish plan.json

The executors need specmill, the file, and the plan with its folder of results at the same paths. Everything after the plan is
passed on to `specmill pieces run`. A piece that fails is repeated (spark.task.maxFailures). Spark may also start a piece
twice at the same time (spark.speculation): that is harmless.
"""

import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession


def publish(program, plan, flags, piece):
    """Publishes a piece, and returns what specmill says about it. Raises RuntimeError if it must run again."""
    command = [program, "pieces", "run", plan, "--index", str(piece), *flags]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(f"piece {piece} ended with {ended.returncode}: {ended.stderr}")
    return ended.stdout.strip()


def main():
    program = os.environ.get("SPECMILL", "specmill")
    plan, flags = sys.argv[1], sys.argv[2:]
    with open(plan, encoding="utf-8") as file:
        pieces = len(json.load(file)["pieces"])
    if pieces == 0:
        sys.exit("the plan has no pieces, because nothing can be published")
    spark = SparkSession.builder.appName("specmill pieces").getOrCreate()
    context = spark.sparkContext
    done = context.parallelize(range(pieces), pieces).map(lambda piece: publish(program, plan, flags, piece))
    for line in done.collect():
        print(line)
    spark.stop()


if __name__ == "__main__":
    main()
