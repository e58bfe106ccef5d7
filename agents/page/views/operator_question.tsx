/** The question before an action of the operator: what follows from it, and the reason where one is needed. */
import { useEffect, useRef } from 'preact/hooks';
import type { AgentRow } from '../../../SHARED/contracts/api/league.ts';
import type { Action, Said } from '../model/operator_requests.ts';

export interface QuestionProps {
  readonly action: Action;
  readonly about: AgentRow | undefined;
  /** Hears what was said; undefined for no. */
  readonly onAnswer: (said: Said | undefined) => void;
}

/** A question that holds the focus until it is answered; Escape is a no. */
export function Question({ action, about, onAnswer }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { label, question, consequence, reason, takesEndpoint, isDangerous } = action;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="question"
      aria-describedby="consequence"
      onCancel={(event) => {
        event.preventDefault();
        answer(undefined);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const said = new FormData(event.currentTarget);
          const field = (name: string) => String(said.get(name) ?? '').trim();
          if (reason === 'needed' && field('reason') === '') return;
          answer({ reason: field('reason'), endpoint: field('endpoint') });
        }}
      >
        <h2 id="question">
          {question(about?.agent_id ?? '')}
          {about !== undefined && (
            <small>
              <bdi>{about.display_name}</bdi>
            </small>
          )}
        </h2>
        <p id="consequence">{consequence}</p>
        {reason !== 'none' && (
          <label class="field">
            Reason{reason === 'optional' ? ' (may be left out)' : ''}
            <input name="reason" maxLength={500} required={reason === 'needed'} autocomplete="off" />
            <span class="note">It stands in the ledger and is told to whom it concerns.</span>
          </label>
        )}
        {takesEndpoint === true && (
          <label class="field">
            Another address, with its /mcp (may be left out)
            <input name="endpoint" type="url" maxLength={2_048} autocomplete="off" />
          </label>
        )}
        <p class="buttons">
          <button type="button" onClick={() => answer(undefined)}>
            No
          </button>
          <button type="submit" class={isDangerous === true ? 'danger' : 'main'}>
            {label}
          </button>
        </p>
      </form>
    </dialog>
  );

  function answer(said: Said | undefined): void {
    // Closed before it goes, so that the focus is back where it came from.
    dialog.current?.close();
    onAnswer(said);
  }
}
