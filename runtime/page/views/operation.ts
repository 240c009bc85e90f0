/**
 * The views for those who run the service, decide about rejects, look at a run, or read or change its
 * specs and topics. They are a bundle of their own, which is loaded when one of them is opened.
 */
export { DraftView } from './draft/draft-view.tsx';
export { CredentialForm, IntegrationForm, JobForm } from './forms/form-views.tsx';
export { IntegrationList } from './integrations/integration-list.tsx';
export { IntegrationView } from './integrations/integration-view.tsx';
export { JobList } from './jobs/job-list.tsx';
export { JobView } from './jobs/job-view.tsx';
export { TablesView } from './specs/tables-view.tsx';
export { SpecView } from './specs/spec-view.tsx';
export { PublishRejects } from './rejects/publish-rejects.tsx';
export { RejectsHead } from './rejects/rejects-head.tsx';
export { RunView } from './runs/run-view.tsx';
export { ReviewRecords } from './today/review-records.tsx';
export { TopicList } from './topics/topic-list.tsx';
export { TopicView } from './topics/topic-view.tsx';
