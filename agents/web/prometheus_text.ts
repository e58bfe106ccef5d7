/** The text format of Prometheus (exposition format 0.0.4). */

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Sample {
  readonly labels?: { readonly [name: string]: string };
  /** Added to the metric's name, as `_bucket` of a histogram is. */
  readonly suffix?: string;
  readonly value: number;
}

/** Write the lines of one metric; a number stands for one sample without labels. */
export const gauge = writerOf('gauge');
export const counter = writerOf('counter');
export const histogram = writerOf('histogram');

/** List the samples of a histogram: `counts` has one class for each bound, and one more for what is above them all. */
export function histogramSamples(
  { bounds, counts, sum }: { bounds: readonly number[]; counts: readonly number[]; sum: number },
  labels: Sample['labels'] = {},
): readonly Sample[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    const le = numberText(bounds[index] ?? Number.POSITIVE_INFINITY);
    return { suffix: '_bucket', labels: { le, ...labels }, value: total };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }];
}

function writerOf(type: string): (name: string, help: string, samples: number | readonly Sample[]) => string {
  return (name, help, samples) => {
    const lines = (typeof samples === 'number' ? [{ value: samples }] : samples).map(
      ({ labels = {}, suffix = '', value }: Sample) => `${name}${suffix}${labelText(labels)} ${numberText(value)}\n`,
    );
    return [`# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`, ...lines].join('');
  };
}

function labelText(labels: NonNullable<Sample['labels']>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value < 0 ? '-Inf' : '+Inf';
}
