import { useState } from 'preact/hooks';
import { formatCounted } from '../../elements/format.ts';
import { Time } from '../../elements/time.tsx';
import { useAction } from '../../elements/use-action.ts';
import { Item, JobLink, type NeedProps, type ReviewProps } from './need-item.tsx';

/** Maximum number of characters of a comment. */
const MAX_COMMENT = 1000;

/** What a retry of rejects would publish: another person than the one that asked accepts or refuses it, and says why. */
export function WaitingApproval({ need: { job, file }, session, onChange, showReview }: NeedProps<'approval'>) {
  const action = useAction();
  const [comment, setComment] = useState('');
  const { client } = session.service;
  const { approval } = file;
  const isOwn = approval?.requestedBy === session.name;
  const decide = (isAccepted: boolean) => {
    // Another request than the one that is shown is not decided.
    const seen = approval === null ? {} : { request: approval.request };
    const decision = { id: job.id, fileId: file.id, body: { comment: comment.trim(), ...seen } };
    action.act(
      isAccepted ? 'approve' : 'refuse',
      () => (isAccepted ? client.approveJobFile(decision) : client.refuseJobFile(decision)).then(onChange),
      isAccepted ? `The rejects of ${file.name} are published.` : `The rejects of ${file.name} are not published.`,
    );
  };
  const hasComment = comment.trim() !== '';
  const isReady = hasComment && action.busy === null;
  const whyId = `why-${file.id}`;
  return (
    <Item tone="soso" word="Approval" action={action}>
      <h3>
        <JobLink name={job.name} session={session} />: the rejects of {file.name} wait for approval
      </h3>
      {approval !== null && (
        <p class="quiet">
          {approval.records === null ? 'The records' : formatCounted(approval.records, 'record')}
          {approval.repaired ? ', with repaired ones' : ', as they were sent'}.{' '}
          {approval.requestedBy.replace(/^key:/, '')} asked <Time at={approval.requestedAt} />.
        </p>
      )}
      {session.may('approve') && <ReviewToggle jobId={job.id} file={file} session={session} showReview={showReview} />}
      {!session.may('approve') && <p>A person with the scope approve has to decide.</p>}
      {session.may('approve') && isOwn && <p>You asked for it, so another person has to decide.</p>}
      {session.may('approve') && !isOwn && (
        <>
          <label>
            Comment on {file.name}
            <input
              maxLength={MAX_COMMENT}
              placeholder="What you have compared"
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
            />
          </label>
          <div class="buttons">
            <button
              type="button"
              disabled={!isReady}
              aria-label={`Approve the rejects of ${file.name}`}
              aria-describedby={whyId}
              onClick={() => decide(true)}
            >
              Approve
            </button>
            <button
              type="button"
              disabled={!isReady}
              aria-label={`Refuse the rejects of ${file.name}`}
              aria-describedby={whyId}
              onClick={() => decide(false)}
            >
              Refuse
            </button>
          </div>
          <p id={whyId} class="quiet">
            {hasComment ? 'The audit has your comment.' : 'Write a comment first: it says what you have compared.'}
          </p>
        </>
      )}
    </Item>
  );
}

/** Shows the records on demand. */
function ReviewToggle({ showReview, ...props }: ReviewProps & Pick<NeedProps, 'showReview'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Review'} the records of ${props.file.name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the records' : 'Review the records'}
        </button>
      </div>
      {isOpen && showReview(props)}
    </>
  );
}
