"""Runs every suite beside this file in every mode, and ends with the line that `make test-clients` counts."""

from __future__ import annotations

import importlib
import sys
import unittest
from pathlib import Path

from connection import MODES, SuiteCase


def main() -> int:
    suite = unittest.TestSuite()
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(file.stem)
        for case in vars(module).values():
            if isinstance(case, type) and issubclass(case, SuiteCase) and case is not SuiteCase:
                for mode in MODES:
                    variant = type(f"{case.__name__} ({mode} mode)", (case,), {"mode": mode, "__module__": file.stem})
                    suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(variant))
    outcome = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failing = {getattr(test, "test_case", test) for test, _ in outcome.failures + outcome.errors}
    # What was skipped was not shown to work.
    failed = len(failing) + len(outcome.skipped) + len(outcome.expectedFailures) + len(outcome.unexpectedSuccesses)
    passed = outcome.testsRun - failed
    print(f"\npython: {passed} passed, {failed} failed", flush=True)
    return 0 if passed > 0 and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
