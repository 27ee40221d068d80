import { openFrontier, openFrontierReadonly } from '../../store/crawl-frontier.ts';
import { type ControlTools, type CrawlControl, createCrawlControl } from './crawl-control.ts';
import { UnderWay } from './under-way.ts';

/**
 * The control over a frontier that no crawler has open in this process. The caller closes it when nothing is under way.
 * Errors: those of opening the frontier.
 */
export function openCrawlControl({
  file,
  readonly,
  registry,
}: Pick<ControlTools, 'registry'> & { readonly file: string; readonly readonly: boolean }): {
  readonly control: CrawlControl;
  close(): void;
} {
  const frontier = readonly ? openFrontierReadonly(file) : openFrontier(file);
  const control = createCrawlControl({
    frontier,
    registry,
    settle: async () => {},
    underWay: new UnderWay(),
    now: Date.now,
    signal: new AbortController().signal,
  });
  return { control, close: () => frontier.close() };
}
