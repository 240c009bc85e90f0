/** Installs what test:openapi needs, from PyPI, into a folder outside the project. Without Python, the tests are skipped. */
import { installTools } from './install.ts';

try {
  installTools();
} catch (error) {
  console.log(
    `note: no schemathesis: ${error instanceof Error ? error.message : String(error)}. The tests are skipped`,
  );
  if (process.env['CI']) process.exitCode = 1;
}
