#!/usr/bin/env python3
"""Writes what a release is made of as SPDX 2.3 (JSON): the libraries of C as pkg-config finds them here, and the packages of npm
that page/package-lock.json names.

    sbom.py VERSION SECONDS >hra-VERSION.spdx.json       SECONDS since 1970: the date, the same whenever it is written
"""
import base64
import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = {  # by pkg-config's name: licence; what it is for
    "libedit": "BSD-3-Clause", "libevent_core": "BSD-3-Clause", "libpq": "PostgreSQL", "libxxhash": "BSD-2-Clause", "libzstd": "BSD-3-Clause",
    "sqlite3": "blessing", "zlib": "Zlib"}


def package(name, version, licence, location, purl=None, integrity=None):
    entry = {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{name}-{version}"), "name": name, "versionInfo": version,
             "downloadLocation": location, "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
             "copyrightText": "NOASSERTION"}
    if purl:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    if integrity:
        kind, value = integrity.split("-", 1)
        entry["checksums"] = [{"algorithm": kind.upper(), "checksumValue": base64.b64decode(value).hex()}]
    return entry


def libraries():
    for name, licence in LIBRARIES.items():
        found = subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            yield "DYNAMIC_LINK", package(name, found.stdout.strip(), licence, "NOASSERTION")


def modules():
    lock = json.loads((ROOT / "page/package-lock.json").read_text(encoding="utf-8"))
    for path, one in sorted(lock["packages"].items()):
        if path and not one.get("optional"):
            name = path.rsplit("node_modules/", 1)[1]
            yield ("BUILD_TOOL_OF" if one.get("dev") else "DEPENDS_ON"), package(
                name, one["version"], one.get("license", "NOASSERTION"), one.get("resolved", "NOASSERTION"), f"pkg:npm/{name.replace('@', '%40')}@{one['version']}",
                one.get("integrity"))


def document(version, seconds):
    hra = package("hra", version, "MIT", "NOASSERTION")
    packages, relations = [hra], [("SPDXRef-DOCUMENT", "DESCRIBES", hra["SPDXID"])]
    for relation, entry in (*libraries(), *modules()):
        if entry["SPDXID"] in {other["SPDXID"] for other in packages}:
            continue
        packages.append(entry)
        ends = (entry["SPDXID"], hra["SPDXID"]) if relation.endswith("_OF") else (hra["SPDXID"], entry["SPDXID"])
        relations.append((ends[0], relation, ends[1]))
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"hra-{version}",
            "documentNamespace": f"https://example.org/hra/spdx/hra-{version}",
            "creationInfo": {"created": datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                             "creators": ["Organization: the hra authors", "Tool: tools/sbom.py"]},
            "packages": packages,
            "relationships": [{"spdxElementId": a, "relationshipType": what, "relatedSpdxElement": b} for a, what, b in relations]}


print(json.dumps(document(sys.argv[1], int(sys.argv[2])), indent=1))
