import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BrowserStage, inBrowser, seriousFindings } from '../testing/browser_stage.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The address of a page with this body. */
async function serving(body: string, headers: OutgoingHttpHeaders = {}): Promise<string> {
  const html = `<!doctype html><html lang="en"><title>A page</title><body>${body}`;
  const server = createServer(({ url }, response) => {
    if (url === '/') response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

inBrowser('the browser of these trials', () => {
  const stage = new BrowserStage();

  test.each([
    ['an error on the console', '<script>console.error("oh")</script>', {}, /^console: oh$/],
    ['an error that is not caught', '<script>throw new Error("oh")</script>', {}, /^error: oh$/],
    ['a dialog of a script', '<script>alert("oh")</script>', {}, /^dialog: oh$/],
    ['a request to another host', '<img alt="" src="http://127.0.0.1:9/x.png">', {}, /^request: http:\/\/127/],
    [
      'a breach of the policy for content',
      '<p style="color: red">oh</p>',
      { 'content-security-policy': "default-src 'none'" },
      /^console: .*Content Security Policy/,
    ],
  ])('tells of %s', async (_, body, headers, told) => {
    const viewed = await stage.suspect(await serving(body, headers));
    await expect.poll(() => viewed.amiss).toContainEqual(expect.stringMatching(told));
    await viewed.close();
  });

  test('finds what a screen reader cannot read, also under a strict policy for content', async () => {
    const strict = { 'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'" };
    const bad = await stage.look(await serving('<main><h1>One</h1><button></button></main>', strict));
    expect(await seriousFindings(bad)).toEqual([expect.stringContaining('button-name: <button></button>')]);
    const good = await stage.look(await serving('<main><h1>One</h1><button>Go</button></main>', strict));
    expect(await seriousFindings(good)).toEqual([]);
  });
});
