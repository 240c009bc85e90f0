import type { Behaviour } from './attempt-behaviour.ts';
import { createHistories, type Histories, type History } from './histories.ts';
import { type Event, formatRequest, type Request, UNAVAILABLE } from './requests.ts';
import { type Ablation, endTransactions, type Servers } from './servers.ts';
import type { Tasks } from './tasks.ts';

/** An instance: the attempt that it works on, and all that has happened to the attempt. Null: it has no run. */
type Instance = History | null;

/** How many disturbances of each kind remain. */
export interface Budget {
  /** An instance crashes. Its requests on the way are executed later, or not. */
  readonly crashes: number;
  /** An instance is frozen for longer than its lease: it continues after another one has taken the run. */
  readonly freezes: number;
  /** A request or its answer is lost, or the request arrives late. */
  readonly losses: number;
  /** A time limit passes although nothing is lost: of the broker for a transaction, or of the code. */
  readonly timeouts: number;
  /** An instance is stopped, and frees its run. */
  readonly stops: number;
}

/** A request whose sender has given up waiting. It may be executed at any later moment. */
interface LateRequest {
  readonly request: Request;
  readonly task: number;
  /** The instance whose connection it is on. The next request there shows that it was executed before, or was lost. */
  readonly by: number | null;
}

export interface State {
  /** Of each task: the run, or a piece. */
  readonly servers: readonly Servers[];
  readonly instances: readonly [Instance, Instance];
  readonly late: readonly LateRequest[];
  readonly budget: Budget;
}

interface Step {
  readonly label: string;
  readonly next: State;
  readonly isDisturbance: boolean;
}

/** The result of an exploration. */
export interface Explored {
  readonly states: number;
  readonly steps: number;
  /** How many different histories of an attempt the code was executed with. */
  readonly histories: number;
  /** What is wrong, and the steps that lead there; null if all invariants hold. */
  readonly violation: { readonly what: string; readonly trace: readonly string[] } | null;
}

export interface Protocol {
  readonly tasks: Tasks;
  readonly budget: Budget;
  readonly ablation: Ablation;
  /** Returns what is wrong with a state; null if nothing is. */
  check(state: State): string | null;
}

/** What a step needs besides the state. */
interface Model {
  readonly tasks: Tasks;
  readonly histories: Histories;
  readonly ablation: Ablation;
}

const NAMES = ['A', 'B'] as const;

/**
 * Explores all states that two instances and the servers can reach, in any order of steps, breadth first: a trace that is
 * found is one of the shortest. Also checks that every run ends, once there are no more disturbances.
 */
export async function explore({ tasks, budget, ablation, check }: Protocol): Promise<Explored> {
  const histories = createHistories(tasks.start);
  const model: Model = { tasks, histories, ablation };
  const first: State = { servers: tasks.first, instances: [null, null], late: [], budget };
  const known = new Set([keyOf(first)]);
  const parents: { from: number; label: string }[] = [{ from: -1, label: '' }];
  let queue: State[] = [first];
  let steps = 0;
  const traceOf = (id: number): string[] => {
    const trace: string[] = [];
    for (let at = id; at > 0; at = parents[at]?.from ?? 0) trace.unshift(parents[at]?.label ?? '');
    return trace;
  };
  for (let id = 0; queue.length > 0; ) {
    const following: State[] = [];
    for (const state of queue) {
      const found = await listSteps(state, model);
      steps += found.length;
      const wrong =
        typeof found === 'string' ? found : (check(state) ?? (isStuck(state, found) ? 'the run does not end' : null));
      if (typeof found === 'string' || wrong !== null)
        return {
          states: known.size,
          steps,
          histories: histories.size(),
          violation: { what: wrong ?? '', trace: traceOf(id) },
        };
      for (const { label, next } of found) {
        const key = keyOf(next);
        if (known.has(key)) continue;
        known.add(key);
        parents.push({ from: id, label });
        following.push(next);
      }
      id++;
    }
    queue = following;
  }
  return { states: known.size, steps, histories: histories.size(), violation: null };
}

/** Without disturbances, something must happen until the run has ended and no instance works on it. */
function isStuck({ servers, instances }: State, steps: readonly Step[]): boolean {
  const isDone = servers.every(({ isEnded }) => isEnded) && instances.every((instance) => instance === null);
  return !isDone && !steps.some(({ isDisturbance }) => !isDisturbance);
}

function keyOf({ servers, instances: [a, b], late, budget }: State): string {
  return JSON.stringify([servers, a?.id, b?.id, late, budget]);
}

/** Returns all steps from a state; a text if an attempt has ended in a way that it never may. */
async function listSteps(state: State, model: Model): Promise<Step[] | string> {
  const steps: Step[] = [];
  for (const which of [0, 1] as const) {
    const instance = state.instances[which];
    if (instance === null) {
      for (let task = 0; task < state.servers.length; task++) addTaking(state, { which, task, model }, steps);
      continue;
    }
    const behaviour = await instance.behave();
    if (behaviour.ended !== null) {
      const ended = endAttempt(state, { which, instance, model }, behaviour.ended);
      if (typeof ended === 'string') return ended;
      steps.push(...ended);
    }
    addAnswers(state, { which, instance, behaviour, model }, steps);
    if (behaviour.ended === null) addDisturbances(state, { which, instance, behaviour }, steps);
  }
  addServerSteps(state, model, steps);
  return steps;
}

interface Taking {
  readonly which: 0 | 1;
  readonly task: number;
  readonly model: Model;
}

function addTaking(state: State, { which, task, model }: Taking, steps: Step[]): void {
  const { servers, budget } = state;
  const own = serversOf(state, task);
  const { holder, isExpired } = own;
  if (!model.tasks.isOpen(own) || (holder !== null && !isExpired)) return;
  // Before the first attempt, both instances are the same.
  if (servers.every((one) => one.attempt === 0) && which === 1) return;
  const attempt = own.attempt + 1;
  const taken = replaceServers(state, task, { ...own, attempt, holder: which, isExpired: false });
  const label = `${NAMES[which]}: ${nameOf(state, task)}take() → attempt ${attempt}`;
  steps.push(step(label, withInstance(taken, which, model.histories.start(attempt, task))));
  if (budget.losses > 0) steps.push(disturb(`${label}, answer lost`, spend(taken, 'losses')));
}

interface Ending {
  readonly which: 0 | 1;
  readonly instance: NonNullable<Instance>;
  readonly model: Model;
}

function endAttempt(state: State, { which, instance, model }: Ending, ended: string): Step[] | string {
  const { attempt, task } = instance;
  const label = `${NAMES[which]}: ${nameOf(state, task)}the attempt is ${ended}`;
  const release = (): Step[] => {
    const freed = model.tasks.execute(
      state.servers,
      { to: 'store', call: 'release', args: [attempt] },
      { task, ablation: {} },
    );
    const left = step(`${label}; release()`, { ...leave(state, which), servers: freed?.servers ?? state.servers });
    const crash = disturb(`${label}; crashes`, leave(spend(state, 'crashes'), which));
    return state.budget.crashes > 0 ? [left, crash] : [left];
  };
  switch (ended) {
    case 'ended':
      if (!serversOf(state, task).isEnded) return `${NAMES[which]} believes that the run has ended`;
      return [step(label, leave(state, which))];
    case 'counted':
      if (!model.tasks.isCounted(serversOf(state, task)))
        return `${NAMES[which]} believes that it has counted the piece`;
      return release();
    case 'lost':
      return [step(label, leave(state, which))];
    case 'paused':
      return [step(label, withInstance(forget(state, which), which, model.histories.start(attempt, task)))];
    case 'stopped':
      return release().slice(0, 1);
    default:
      return `${NAMES[which]}: the run ends as failed (${ended})`;
  }
}

interface Acting {
  readonly which: 0 | 1;
  readonly instance: NonNullable<Instance>;
  readonly behaviour: Behaviour;
}

function addAnswers(
  state: State,
  { which, instance, behaviour, model }: Acting & { model: Model },
  steps: Step[],
): void {
  const { budget } = state;
  const { task } = instance;
  const pass = (from: State, event: Event): State => withInstance(from, which, instance.after(event));
  for (const { at, request } of behaviour.pending) {
    const label = `${NAMES[which]}: ${nameOf(state, task)}${formatRequest(request)}`;
    if (request.to === 'timer') {
      // A time limit that passes although nothing is lost.
      if (budget.timeouts > 0)
        steps.push(disturb(`${label} passes`, pass(spend(state, 'timeouts'), { at, answer: { value: [] } })));
      continue;
    }
    const executed = model.tasks.execute(state.servers, request, { task, ablation: model.ablation });
    const unavailable = { at, answer: UNAVAILABLE };
    // The broker lets the client wait. The client gives up after its time limit.
    if (executed === null) steps.push(step(`${label} → not yet, gives up`, pass(state, unavailable)));
    if (executed === null) continue;
    const { servers, answer } = executed;
    const settled = settle(state, which, request);
    const shown = 'error' in answer ? answer.error : answer.value.join(', ');
    steps.push(step(`${label} → ${shown}`, pass({ ...settled, servers }, { at, answer })));
    if (budget.losses === 0 || request.call === 'find') continue;
    const lossy = spend(settled, 'losses');
    steps.push(disturb(`${label} → ${shown}, answer lost`, pass({ ...lossy, servers }, unavailable)));
    steps.push(disturb(`${label} is lost`, pass(lossy, unavailable)));
    const late = { ...lossy, late: [...lossy.late, { request, task, by: which }] };
    steps.push(disturb(`${label} is late`, pass(late, unavailable)));
    // Connection.retry() sends the request again.
    if (request.to === 'kafka' && servers !== state.servers)
      steps.push(disturb(`${label} → ${shown}, answer lost, sent again`, { ...lossy, servers }));
  }
}

function addDisturbances(state: State, { which, instance, behaviour }: Acting, steps: Step[]): void {
  const { budget } = state;
  if (budget.crashes > 0) {
    const sent = behaviour.pending
      .filter(({ request: { to, call } }) => to !== 'timer' && call !== 'find' && call !== 'fetchOffset')
      .map(({ request }) => ({ request, task: instance.task, by: null }));
    const left = leave(spend(state, 'crashes'), which);
    steps.push(disturb(`${NAMES[which]} crashes`, { ...left, late: [...left.late, ...sent] }));
  }
  if (budget.stops > 0 && !instance.isStopped)
    steps.push(
      disturb(`${NAMES[which]} is stopped`, withInstance(spend(state, 'stops'), which, instance.after('stop'))),
    );
}

function addServerSteps(state: State, { tasks, ablation }: Model, steps: Step[]): void {
  const { servers, budget, late, instances } = state;
  for (const [task, own] of servers.entries()) {
    const { holder, isExpired, attempt, transactions } = own;
    const name = nameOf(state, task);
    if (holder !== null && !isExpired) {
      const next = replaceServers(state, task, { ...own, isExpired: true });
      const taker = instances[holder as 0 | 1];
      const isWorking = taker?.attempt === attempt && taker.task === task;
      if (!isWorking) steps.push(step(`${name}the lease ends`, next));
      else if (budget.freezes > 0)
        steps.push(disturb(`${name}the lease ends: ${NAMES[holder]} is frozen`, spend(next, 'freezes')));
    }
    if (transactions.length > 0 && budget.timeouts > 0)
      steps.push(
        disturb(
          `${name}the transaction times out`,
          replaceServers(spend(state, 'timeouts'), task, endTransactions(own)),
        ),
      );
  }
  for (const [index, { request, task }] of late.entries()) {
    const executed = tasks.execute(servers, request, { task, ablation });
    if (executed === null) continue;
    const rest = late.filter((_, other) => other !== index);
    steps.push(disturb(`late: ${formatRequest(request)}`, { ...state, late: rest, servers: executed.servers }));
  }
}

const step = (label: string, next: State): Step => ({ label, next, isDisturbance: false });
const disturb = (label: string, next: State): Step => ({ label, next, isDisturbance: true });

function serversOf({ servers }: State, task: number): Servers {
  const own = servers[task];
  if (own === undefined) throw new Error(`there is no task ${task}`);
  return own;
}

function replaceServers(state: State, task: number, own: Servers): State {
  return { ...state, servers: state.servers.map((one, index) => (index === task ? own : one)) };
}

/** Names the task in the label of a step, if there are several. */
function nameOf({ servers }: State, task: number): string {
  return servers.length === 1 ? '' : `piece ${task + 1}: `;
}

function spend(state: State, kind: keyof Budget): State {
  return { ...state, budget: { ...state.budget, [kind]: state.budget[kind] - 1 } };
}

function withInstance(state: State, which: 0 | 1, instance: Instance): State {
  const [a, b] = state.instances;
  return { ...state, instances: which === 0 ? [instance, b] : [a, instance] };
}

/** A connection has ended: the order of its requests no longer says anything. */
function forget(state: State, which: 0 | 1): State {
  return { ...state, late: state.late.map((one) => (one.by === which ? { ...one, by: null } : one)) };
}

function leave(state: State, which: 0 | 1): State {
  return withInstance(forget(state, which), which, null);
}

/** A server executes the requests of a connection in order: an earlier one that is late was lost. */
function settle(state: State, which: 0 | 1, { to }: Request): State {
  const late = state.late.filter(({ by, request }) => by !== which || request.to !== to);
  return late.length === state.late.length ? state : { ...state, late };
}
