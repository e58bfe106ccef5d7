/** The operator's desk: the token, and what can be done with it; every action asks before it is done. */
import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { AgentRow, LeagueDocument } from '../../../SHARED/contracts/api/league.ts';
import { browser } from '../browser.ts';
import {
  ACTIONS,
  type ActionName,
  actionsFor,
  outcomeOf,
  type Request,
  type RequestOutcome,
  requestOf,
  type Said,
  tokenQuestion,
} from '../model/operator_requests.ts';
import { Document, Empty, useTitle } from '../parts/parts.tsx';
import { isSaved, source, useDocument } from '../source.ts';
import { AgentList } from './agents.tsx';
import { Question } from './operator_question.tsx';

/** The token is here and nowhere else: it goes with the page. */
const token = signal<string | undefined>(undefined);
const outcome = signal<RequestOutcome | undefined>(undefined);
let requests = 0;

/** The view of the operator. */
export function OperatorView() {
  useTitle('Operator');
  const league = useDocument('league');
  return (
    <>
      <h1 tabIndex={-1}>Operator</h1>
      <p
        id="outcome"
        class={`outcome ${outcome.value?.isDone === true ? 'done' : 'wrong'}`}
        role="status"
        tabIndex={-1}
      >
        {outcome.value === undefined ? '' : `${outcome.value.isDone ? '✓' : '✕'} ${outcome.value.text}`}
      </p>
      {isSaved() ? (
        <Empty>This page is the copy of a league: there is no manager behind it that could be told anything.</Empty>
      ) : (
        <Document of={league}>{(document) => <Allowed league={document} />}</Document>
      )}
    </>
  );
}

function Allowed({ league }: { readonly league: LeagueDocument }) {
  if (league.is_playback)
    return <Empty>This league is played back from its files: there is no manager that could be told anything.</Empty>;
  return token.value === undefined ? <TokenForm league={league} /> : <Desk league={league} token={token.value} />;
}

/** Posts a request to the manager; an answer that cannot be had is an outcome as well. */
async function ask(request: Request, done: string): Promise<RequestOutcome> {
  try {
    const answer = await source().post('/mcp', request);
    return outcomeOf(await answer.json(), done);
  } catch (cause) {
    return { isDone: false, text: `The manager does not answer: ${cause instanceof Error ? cause.message : cause}` };
  }
}

function sending({ league_id }: LeagueDocument, used: string) {
  requests += 1;
  return { league_id, token: used, timestamp: new Date(browser.now()).toISOString(), nth: requests };
}

/** Says what became of a request; a token that was refused is forgotten. */
function tell(told: RequestOutcome): void {
  if (told.isTokenWrong === true) forget();
  outcome.value = told;
}

function forget(): void {
  token.value = undefined;
  outcome.value = undefined;
  source().identify(undefined);
}

function TokenForm({ league }: { readonly league: LeagueDocument }) {
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function enter(): Promise<void> {
    const typed = field.current?.value.trim() ?? '';
    if (typed === '' || isBusy) return;
    setBusy(true);
    const told = await ask(tokenQuestion(sending(league, typed)), 'The token is right.');
    setBusy(false);
    if (field.current !== null) field.current.value = '';
    tell(told);
    if (told.isDone) {
      token.value = typed;
      source().identify(typed);
    } else field.current?.focus();
  }
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <p>
        The operator’s token starts, pauses and ends this league. It lies in the file{' '}
        <code>leagues/{league.league_id}/operator.token</code> of the league’s data folder. This page keeps it in memory
        until it is closed or loaded again, and nowhere else.
      </p>
      <label class="field">
        Operator’s token
        <input ref={field} type="password" autocomplete="off" spellcheck={false} required />
      </label>
      <button type="submit" class="main" aria-disabled={isBusy}>
        {isBusy ? 'Asking the manager …' : 'Use this token'}
      </button>
    </form>
  );
}

interface Asked {
  readonly name: ActionName;
  readonly agent?: AgentRow;
}

function Desk({ league, token: used }: { readonly league: LeagueDocument; readonly token: string }) {
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  async function act({ name, agent }: Asked, said: Said): Promise<void> {
    setAsked(undefined);
    const agent_id = agent?.agent_id ?? '';
    tell(await ask(requestOf(name, { ...said, agent_id }, sending(league, used)), ACTIONS[name].done(agent_id)));
    // The button that was pressed may be there no longer.
    document.getElementById('outcome')?.focus();
  }
  const isWaiting = league.status === 'waiting';
  const isGone = source().connection.value.state === 'lost';
  const isOver = isGone || league.status === 'completed';
  return (
    <>
      <section aria-labelledby="course-of-league">
        <h2 id="course-of-league">The league</h2>
        <p class="buttons">
          <ActionButton name="start" isOff={isGone || !isWaiting} onAsk={setAsked} />
          {league.paused === null ? (
            <ActionButton name="pause" isOff={isOver} onAsk={setAsked} />
          ) : (
            <ActionButton name="unpause" isOff={isGone} onAsk={setAsked} />
          )}
          <ActionButton name="shutdown" isOff={isGone} onAsk={setAsked} />
          <button type="button" onClick={forget}>
            Forget the token
          </button>
        </p>
        {league.paused !== null && <p>The league is paused: {league.paused}</p>}
      </section>
      <h2>Its agents</h2>
      <AgentList
        view="operator"
        actions={(agent) => (
          <span class="buttons">
            {actionsFor(agent).map((name) => (
              <ActionButton key={name} name={name} agent={agent} isOff={isOver} onAsk={setAsked} />
            ))}
          </span>
        )}
      />
      {asked !== undefined && (
        <Question
          key={`${asked.name} ${asked.agent?.agent_id}`}
          action={ACTIONS[asked.name]}
          about={asked.agent}
          onAnswer={(said) => (said === undefined ? setAsked(undefined) : void act(asked, said))}
        />
      )}
    </>
  );
}

interface ActionButtonProps extends Asked {
  readonly isOff?: boolean;
  readonly onAsk: (asked: Asked) => void;
}

function ActionButton({ name, agent, isOff = false, onAsk }: ActionButtonProps) {
  const { label, isDangerous } = ACTIONS[name];
  return (
    <button
      type="button"
      class={isDangerous === true ? 'danger' : ''}
      disabled={isOff}
      onClick={() => onAsk(agent === undefined ? { name } : { name, agent })}
    >
      {label}
      {agent !== undefined && <span class="for-ears"> {agent.agent_id}</span>}
    </button>
  );
}
