import type { ComponentChildren, VNode } from 'preact';
import type { JobFile } from '../../../client/client.ts';
import { Status } from '../../elements/status.tsx';
import type { Action } from '../../elements/use-action.ts';
import { formatPlace } from '../../route/place.ts';
import type { Session } from '../../service/session.ts';
import type { Need } from './needs.ts';

/** The file whose rejects wait for approval. */
export interface ReviewProps {
  jobId: string;
  file: JobFile;
  session: Session;
}

/** What the view of a need gets. */
export interface NeedProps<Kind extends Need['kind'] = Need['kind']> {
  need: Extract<Need, { kind: Kind }>;
  session: Session;
  /** Called after an action has changed something. */
  onChange: () => void;
  /** Shows the records that an approval would publish. Its code is loaded when it is called. */
  showReview: (props: ReviewProps) => VNode;
}

interface ItemProps {
  tone: Parameters<typeof Status>[0]['tone'];
  word: string;
  action: Action | null;
  children: ComponentChildren;
}

/** One thing with its state, and the outcome of its last action. */
export function Item({ tone, word, action, children }: ItemProps) {
  return (
    <li class="need">
      <Status tone={tone}>{word}</Status>
      <div class="stack wide-items">
        {children}
        {action !== null && action.message !== '' && (
          <p role={action.hasFailed ? 'alert' : 'status'}>{action.message}</p>
        )}
      </div>
    </li>
  );
}

/** The name of a job. Who only approves has no view of jobs. */
export function JobLink({ name, session }: { name: string; session: Session }) {
  if (!session.mayConnect) return <>{name}</>;
  return <a href={formatPlace(['jobs', name])}>{name}</a>;
}
