import { describe, expect, it } from 'vitest';
import {
  baseUrl,
  ConfigError,
  isLoopback,
  listMistypedVariables,
  parseConfig,
  parseLocalConfig,
} from '../../src/config.ts';

function faultsOf(work: () => unknown): ConfigError {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('no fault was found');
}

describe('parseConfig', () => {
  it('has the defaults that the help names', () => {
    expect(parseConfig({}, {})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      db: './data/larder.db',
      openReads: true,
      rateLimit: 3000,
      trustProxy: false,
      explore: true,
      contract: 'off',
      logLevel: 'info',
      egressAllow: [],
      dnsServers: [],
      trust: 'flag',
      crawl: [],
      crawlHours: 24,
      submit: false,
      upstreams: [],
      upstreamKeys: [],
      examples: true,
    });
  });

  it('reads every variable', () => {
    const config = parseConfig(
      {},
      {
        LARDER_HOST: '0.0.0.0',
        LARDER_PORT: '9000',
        LARDER_DB: '/data/larder.db',
        LARDER_PUBLIC_URL: 'https://registry.example/base/',
        LARDER_ADMIN_KEY: 'a-key-of-twenty-or-more',
        LARDER_CREATE_ADMIN_KEY: '/data/admin.key',
        LARDER_OPEN_READS: 'false',
        LARDER_RATE_LIMIT: '0',
        LARDER_TRUST_PROXY: '1',
        LARDER_EXPLORE: '0',
        LARDER_CONTRACT: 'report',
        LARDER_LOG_LEVEL: 'warn',
        LARDER_EXAMPLES: 'false',
        LARDER_EGRESS_ALLOW: '10.0.0.0/8, 127.0.0.1:8080,',
        LARDER_DNS_SERVERS: '192.0.2.1',
        LARDER_UPSTREAMS: 'https://other.example, urn:air:other.example:registry:search',
        LARDER_UPSTREAM_KEYS: 'https://other.example=OTHER_KEY',
        LARDER_TRUST: 'hide',
        LARDER_CRAWL: 'example.com',
        LARDER_CRAWL_HOURS: '6',
        LARDER_SUBMIT: 'true',
      },
    );
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 9000,
      db: '/data/larder.db',
      publicUrl: 'https://registry.example/base',
      adminKey: 'a-key-of-twenty-or-more',
      createAdminKey: '/data/admin.key',
      openReads: false,
      rateLimit: 0,
      trustProxy: true,
      explore: false,
      contract: 'report',
      logLevel: 'warn',
      egressAllow: ['10.0.0.0/8', '127.0.0.1:8080'],
      dnsServers: ['192.0.2.1'],
      trust: 'hide',
      crawl: ['example.com'],
      upstreams: ['https://other.example', 'urn:air:other.example:registry:search'],
      upstreamKeys: ['https://other.example=OTHER_KEY'],
      crawlHours: 6,
      submit: true,
      examples: false,
    });
  });

  it('lets flags win, and takes an empty variable as unset', () => {
    const config = parseConfig(
      { port: '1', examples: false },
      { LARDER_PORT: '2', LARDER_HOST: '', LARDER_EXAMPLES: 'true' },
    );
    expect([config.port, config.host, config.examples]).toEqual([1, '127.0.0.1', false]);
  });

  it('is frozen', () => {
    expect(Object.isFrozen(parseConfig({}, {}))).toBe(true);
  });

  it('names every fault at once, by the name that was used', () => {
    const error = faultsOf(() =>
      parseConfig(
        { port: '70000', publicUrl: 'registry' },
        { LARDER_PORT: 'x', LARDER_RATE_LIMIT: '-1', LARDER_HOST: 'a b' },
      ),
    );
    expect(error.faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
      '--port',
      '--public-url',
      'LARDER_HOST',
      'LARDER_RATE_LIMIT',
    ]);
    expect(error.faults).toContain('--port: expected a port from 0 to 65535 (0: any free one), not "70000"');
    expect(error.byFlag).toBe(true);
  });

  it.each([
    ['egressAllow', '10.0.0.0/8,registry.internal'],
    ['dnsServers', 'dns.example'],
    ['upstreams', 'https://a.example,not an address'],
    ['crawl', 'a.example,not a domain'],
  ])('reads lists item by item: %s', (name, value) => {
    const [fault] = faultsOf(() => parseConfig({ [name]: value }, {})).faults;
    expect(fault).toMatch(/^--[a-z-]+: expected .*, separated by commas, not "/);
  });

  it('tells faults of the environment from misuse', () => {
    expect(faultsOf(() => parseConfig({ port: '1' }, { LARDER_EXPLORE: 'maybe' })).byFlag).toBe(false);
  });

  it.each([
    'https://a.example=hunter2-in-place-of-its-name',
    'https://a.example',
    'urn:air:a.example:registry:main=A_KEY',
    'hunter2=A_KEY',
    '=A_KEY',
  ])('takes keys of upstreams by address and variable, and repeats none: %s', (value) => {
    const error = faultsOf(() => parseConfig({ upstreamKeys: value }, {}));
    expect(error.message).toMatch(/^--upstream-keys: expected .*REGISTRY_KEY/);
    expect(error.message).not.toContain('hunter2');
  });

  it.each(['upstreams', 'publicUrl', 'crawl', 'egressAllow'])('repeats no password in %s', (name) => {
    const error = faultsOf(() => parseConfig({ [name]: 'https://user:hunter2@a.example' }, {}));
    expect(error.faults).toHaveLength(1);
    expect(error.message).not.toContain('hunter2');
  });

  it('never repeats the admin key', () => {
    const error = faultsOf(() => parseConfig({}, { LARDER_ADMIN_KEY: 'hunter2' }));
    expect(error.message).toContain('LARDER_ADMIN_KEY');
    expect(error.message).not.toContain('hunter2');
  });

  it.each([
    'ftp://a.example',
    'https://user@a.example',
    'https://a.example?x=1',
    'https://a.example#x',
    'localhost:8080',
  ])('refuses the public address %s', (address) => {
    expect(faultsOf(() => parseConfig({ publicUrl: address }, {})).faults).toHaveLength(1);
  });
});

describe('parseLocalConfig', () => {
  it('minds only what it needs', () => {
    expect(parseLocalConfig({ db: 'a.db' }, { LARDER_RATE_LIMIT: 'x', LARDER_PORT: '81' })).toEqual({
      db: 'a.db',
      publicUrl: 'http://127.0.0.1:81',
    });
  });
});

describe('baseUrl', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['localhost', 'http://localhost:80'],
    ['0.0.0.0', 'http://localhost:80'],
    ['::', 'http://localhost:80'],
    ['::1', 'http://[::1]:80'],
  ])('reaches %s by %s', (host, url) => {
    expect(baseUrl(host, 80)).toBe(url);
  });
});

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.9.9.9', '::1'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(['0.0.0.0', '::', '127.example', '128.0.0.1', 'localhost.example', '10.0.0.1'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('listMistypedVariables', () => {
  it('names what was meant, and leaves made-up names of platforms alone', () => {
    expect(
      listMistypedVariables({
        LARDER_PROT: '1',
        LARDER_PORT: '1',
        LARDER_KEY: 'x',
        LARDER_SERVICE_HOST: 'y',
        PATH: '',
      }),
    ).toEqual(['LARDER_PROT is not a setting; did you mean LARDER_PORT?']);
  });
});
