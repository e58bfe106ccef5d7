/** The small parts that every view is made of: links, badges, states of a document, pages of a list, search. */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { linkTo } from '../router.ts';
import type { Shown } from '../source.ts';

/** Names the window after what is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A player by name and id; `name` absent: by id alone. */
export function PlayerLink({ id, name }: { readonly id: string; readonly name?: string }) {
  return (
    <a class="player" href={linkTo('player', id)}>
      {name === undefined ? null : <bdi class="name">{name}</bdi>} <span class="id">{id}</span>
    </a>
  );
}

export function MatchLink({ id, children }: { readonly id: string; readonly children?: ComponentChildren }) {
  return <a href={linkTo('match', id)}>{children ?? id}</a>;
}

/** A word in a frame; the kind adds a colour and a shape to what the word says, and never says more. */
export type BadgeKind = 'plain' | 'good' | 'bad' | 'busy' | 'muted';
export function Badge({
  kind = 'plain',
  children,
}: {
  readonly kind?: BadgeKind;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

/** The children made of a document once it is there; before that, and where it cannot be had, a sentence. */
export function Document<T>({
  of,
  children,
}: {
  readonly of: ReadonlySignal<Shown<T>>;
  readonly children: (document: T) => ComponentChildren;
}) {
  const { document, error } = of.value;
  if (document !== undefined) return <>{children(document)}</>;
  if (error !== undefined) return <Empty>{error}</Empty>;
  return <p class="empty loading">Loading …</p>;
}

/** A sentence where there is nothing to show. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** A few figures, each with its name. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface PagerProps {
  readonly what: string;
  readonly first: number;
  readonly shown: number;
  readonly total: number;
  readonly limit: number;
  /** The address of the page that begins with a row. */
  readonly hrefOf: (first: number) => string;
}

/** Leads through the pages of a long list; nothing where all of it is shown. */
export function Pager({ what, first, shown, total, limit, hrefOf }: PagerProps) {
  if (total <= limit && first === 0) return null;
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const steps = [
    ['First', 0, first > 0],
    ['Previous', Math.max(0, first - limit), first > 0],
    ['Next', first + limit, first + limit < total],
    ['Last', last, first + limit < total],
  ] as const;
  return (
    <nav class="pager" aria-label={`Pages of ${what}`}>
      <span class="where">{shown === 0 ? `none of ${total}` : `${first + 1}–${first + shown} of ${total}`}</span>
      {steps.map(([name, to, leads]) =>
        leads ? (
          <a key={name} class="button" href={hrefOf(to)}>
            {name}
          </a>
        ) : (
          <span key={name} class="button off" aria-hidden="true">
            {name}
          </span>
        ),
      )}
    </nav>
  );
}

export interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** A search that is told with every letter. */
export function Search({ label, value, onSearch }: SearchProps) {
  const id = useId();
  return (
    <search class="search">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        maxLength={64}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </search>
  );
}
