/** The HTTP transport: one POST carries a text, its response carries the reply. */
import { err, ok, type Result } from '../../../core/result.ts';
import { isLocalhost, localhostAddress } from '../net_address.ts';
import type { ListenFailure, Transport } from '../transport.ts';
import { HttpClient } from './client.ts';
import type { ReachRules } from './connection.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { HttpServer, type HttpServerOptions, type SystemError } from './server.ts';

/** `rest` is where a page, metrics and the like live, on the same ports. */
export interface HttpTransportOptions extends Omit<HttpServerOptions, 'limits'>, ReachRules {
  readonly limits?: Partial<HttpLimits>;
}

type Opening = Promise<Result<HttpServer, SystemError>>;

/** Sends to http and https addresses, and listens at them, at https ones with the certificate of `tls`; port 0 is any free port, told by the listener's address. */
export function httpTransport(given: HttpTransportOptions): Transport {
  const options = { ...given, limits: { ...HTTP_LIMITS, ...given.limits } };
  const client = new HttpClient(given.clock, options.limits, given);
  const servers = new Map<string, Opening>();

  function open(host: string, port: number, isSecure: boolean): Opening {
    const known = servers.get(`${host}:${port}`);
    if (known !== undefined) return known;
    const opening = HttpServer.open(host, port, isSecure ? options : { ...options, tls: undefined });
    if (port !== 0) servers.set(`${host}:${port}`, opening);
    return opening;
  }

  return {
    send: client.send.bind(client),
    async listen(at, answer, side) {
      const url = URL.parse(at);
      const isSecure = url?.protocol === 'https:';
      if (url === null || (url.protocol !== 'http:' && !isSecure))
        return err({ code: 'INVALID_ADDRESS', detail: `${at} is not an http or https address` });
      if (isSecure && given.tls?.identity === undefined)
        return err({ code: 'INVALID_ADDRESS', detail: `there is no certificate to listen with at ${at}` });
      const host = isLocalhost(url.hostname) ? localhostAddress() : url.hostname.replace(/^\[|\]$/g, '');
      const usualPort = isSecure ? 443 : 80;
      const wanted = url.port === '' ? usualPort : Number(url.port);
      let opening = open(host, wanted, isSecure);
      let opened = await opening;
      // The last listener of a known server may have closed it meanwhile.
      while (opened.ok && wanted !== 0 && servers.get(`${host}:${wanted}`) !== opening) {
        opening = open(host, wanted, isSecure);
        opened = await opening;
      }
      if (!opened.ok) {
        if (servers.get(`${host}:${wanted}`) === opening) servers.delete(`${host}:${wanted}`);
        return err(notListening(opened.error, `port ${wanted} of ${host}`));
      }
      const server = opened.value;
      const { port } = server;
      if (!server.add(url.pathname, answer, side)) {
        return err({ code: 'PORT_IN_USE', detail: `somebody already listens at ${at}` });
      }
      servers.set(`${host}:${port}`, opening);
      let closing: Promise<void> | undefined;
      const close = async (): Promise<void> => {
        server.remove(url.pathname);
        if (!server.isUnused) return;
        servers.delete(`${host}:${port}`);
        await server.close();
      };
      return ok({
        address: `${url.protocol}//${url.hostname}:${port}${url.pathname}`,
        close: () => {
          closing ??= close();
          return closing;
        },
      });
    },
    knock: client.knock.bind(client),
    isRemote: () => true,
    close: async () => client.close(),
  };
}

function notListening({ code, message }: SystemError, place: string): ListenFailure {
  if (code === 'EADDRINUSE') return { code: 'PORT_IN_USE', detail: `${place} is in use` };
  const detail = code === 'EACCES' ? `this user may not listen at ${place}; take another, from 1024 on` : message;
  return { code: 'INVALID_ADDRESS', detail };
}
