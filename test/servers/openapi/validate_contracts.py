"""Validates documents against the JSON Schemas of AsyncAPI 3.0 and ODCS. Arguments: a folder of documents, and that of npm."""

import json
import pathlib
import sys

import jsonschema
import open_data_contract_standard

documents, npm = map(pathlib.Path, sys.argv[1:])
standards = {
    "asyncapi": jsonschema.Draft7Validator(
        json.loads((npm / "node_modules/@asyncapi/specs/schemas/3.0.0.json").read_text())
    ),
    "odcs": jsonschema.Draft201909Validator(
        json.loads((pathlib.Path(open_data_contract_standard.__file__).parent / "schema.json").read_text())
    ),
}
errors = 0
for path in sorted(documents.glob("*.json")):
    document = json.loads(path.read_text())
    for error in standards[path.name.split(".")[-2]].iter_errors(document):
        errors += 1
        print(path.name, error.json_path, error.message[:500])
sys.exit(errors > 0)
