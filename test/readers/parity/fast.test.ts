import * as fc from 'fast-check';
import { test } from 'uvu';
import { createScenario, scenarioDrafts } from './arbitraries.ts';
import { compareReadings } from './compare-readings.ts';
import { cutChunks, loadModule } from './run-module.ts';
import { scaleRuns } from '../../support/property.ts';

test('the fast reader returns the same batches as the careful one', async () => {
  const property = fc.asyncProperty(scenarioDrafts, async (draft) => {
    const { files, today, ...scenario } = createScenario(draft);
    const module = await loadModule(scenario);
    for (const { bytes, feeding } of files) {
      const { skipInvalidRecords, batchRecords, messages, maxRecordBytes, chunks } = feeding;
      const options = {
        today,
        skipInvalidRecords,
        batchRecords,
        messages,
        ...(maxRecordBytes > 0 && { maxRecordBytes }),
      };
      compareReadings(module, cutChunks(bytes, chunks), options);
      compareReadings(module, cutChunks(bytes, chunks), { ...options, maxMessageBytes: 60 });
    }
  });
  await fc.assert(property, { numRuns: scaleRuns(150) });
});

test.run();
