/** The public interface of the compiler. The runtime and other projects import only from this file. */
export type { SpecText } from './pipeline/1-read/read-spec.ts';
export type { AnySpec, RecordTypesSpec, Spec } from './pipeline/1-read/spec-shape.ts';
export { countErrorRules, hasRecordTypes, requireOneType, viewRecordTypes } from './pipeline/1-read/record-views.ts';
export { dependsOnFileEnd } from './pipeline/1-read/file-end.ts';
export { dependsOnToday } from './language/rules/rule-kinds.ts';
export { textsOf } from './language/shape/create-shape.ts';
export type { Checked } from './pipeline/2-check/check-spec.ts';
export { check, readAndCheck } from './pipeline/check.ts';
export { type RefusedSchema, reportSchemas } from './pipeline/check-schemas.ts';
export { listTables, reportTables, type TableFault } from './pipeline/check-tables.ts';
export type { KeysOf } from './tools/samples/values/table-keys.ts';
export { type Compilation, type CompiledModule, compile } from './pipeline/compile.ts';
export { type CarefulField, describeCost, type ReadingCost } from './pipeline/4-emit/reading-cost.ts';
export { compileCorrectionSteps, type NumberedCorrection, numberOfEach } from './tools/coverage/correction-steps.ts';
export { createSamples } from './tools/samples/create-samples.ts';
export type { Broken, MissingSample, SampleSet, SampleText } from './tools/samples/sets/sample-set.ts';
export { describeLanguage } from './tools/docs/language/describe-language.ts';
export type { SpecExample } from './tools/docs/describe-example.ts';
export { describeSpec } from './tools/docs/describe-spec.ts';
export { createSpecSchemas, describeMessages } from './tools/docs/spec-schemas.ts';
export {
  createMessageSchema,
  createSubjectSchemas,
  createTypeSchemas,
  type TypedSchema,
} from './tools/docs/message-schema.ts';
export { createDataContract } from './tools/docs/contracts/data-contract.ts';
export { type JsonSchema, createSpecSchema } from './pipeline/1-read/json-schema.ts';
export { findClosestWord } from './diagnostics/messages/closest-word.ts';
export { type Diagnostic, hasErrors } from './diagnostics/diagnostic.ts';
export { formatDiagnostic } from './diagnostics/format-diagnostic.ts';
export { type Axis, type Change, type Grade, isBreaking } from './tools/diff/model/change.ts';
export { compareSpecs, type Difference, diff, type NamedSpec } from './tools/diff/diff.ts';
export {
  judgeChanges,
  type JudgedChange,
  type JudgedFormat,
  type RegistryVerdict,
} from './tools/diff/registry/judge-changes.ts';
export { diffAll, type SpecDifference } from './tools/diff/diff-all.ts';
export type { Inference } from './tools/infer/infer-rated.ts';
export { importContract, type ImportedSpec } from './tools/import-odcs/import-contract.ts';
export { type CopybookInference, inferCopybook } from './tools/infer/copybook/infer-copybook.ts';
export { isKnownEncoding } from './tools/infer/copybook/known-encoding.ts';
export { compileWith, inferSpec } from './tools/infer/infer-spec.ts';
export { isUsable, type Quality } from './tools/infer/judge-draft.ts';
export { NoDraft } from './tools/infer/model/no-draft.ts';
export { type Sample, specNameOf } from './tools/infer/model/sample.ts';
export type { ChangedDefault } from './tools/upgrade/changed-default.ts';
export { listChangedDefaults } from './tools/upgrade/changed-defaults.ts';
export { findShownFields, type ShownFields } from './tools/diff/shown-fields.ts';
export { createRecordLayout } from './tools/locate/record-layout.ts';
export type { TextRange } from './language/formats/model/file-format.ts';
export { createTypeLocators } from './tools/locate/type-locators.ts';
export { createValueLocator, type ValueLocator } from './tools/locate/value-locator.ts';
