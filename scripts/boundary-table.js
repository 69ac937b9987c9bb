const HTTP = ['hono', 'hono/**', '@hono/**']
const DRIVERS = ['pg', 'pg-*', '@electric-sql/**', 'nodemailer']
const FRAMEWORKS = [...HTTP, ...DRIVERS]
const GROUND = 'cache errors clock log threads sealing tokens db limits jobs mail outside'.split(
  ' ',
)
const SERVER_AREAS =
  'admin billing code-host members newsletter personal-data projects resources web-builds'.split(
    ' ',
  )
const CONTRACT = ['@app/contract']
const CLIENT = '@app/backend-client'
const PANELS = ['@app/sync', '@app/sync-panels']
const platform = (...folders) => folders.map((folder) => `@app/platform/${folder}`)

const AREA = 'An area decides: it knows no HTTP, no driver, no configuration and no other area.'
const SURFACE =
  'A surface parses, calls one verb and renders: it knows no driver and nothing that is composed above it.'
const CONFIG = 'Configuration is parsed here and acted upon elsewhere.'
const EXTENSION =
  'Scripts in pages import nothing but addresses and messages; files are pushed by the worker alone.'
const BELOW =
  'The web imports downwards: app, screens, features, api, on-demand, i18n, config. What two of one level need belongs below them.'

/**
 * What may import what: folder, folders of the same part (`#…`), packages of ours, the sentence shown otherwise, and
 * packages of others that are refused. A later row replaces an earlier one that holds for the same file.
 */
export const BOUNDARIES = [
  ['contract/src', [], [], 'The contract imports zod and nothing of ours.'],
  ['platform/src/errors', [], CONTRACT, 'errors imports nothing but the contract.', FRAMEWORKS],
  ['platform/src/cache', [], [], 'cache imports nothing of ours.', [...HTTP, ...DRIVERS]],
  ['platform/src/clock', ['errors'], [], 'clock imports errors only.', [...HTTP, ...DRIVERS]],
  ['platform/src/log', ['errors'], [], 'log imports errors only.', [...HTTP, ...DRIVERS]],
  ['platform/src/threads', ['log'], [], 'threads imports log only.', [...HTTP, ...DRIVERS]],
  ['platform/src/sealing', ['errors'], [], 'sealing imports errors only.', [...HTTP, ...DRIVERS]],
  [
    'platform/src/tokens',
    ['cache', 'clock', 'errors'],
    CONTRACT,
    'tokens imports cache, clock and errors only.',
    [...HTTP, ...DRIVERS],
  ],
  [
    'platform/src/db',
    ['log', 'clock', 'errors'],
    [],
    'db imports log, clock and errors only.',
    [...HTTP, 'nodemailer'],
  ],
  [
    'platform/src/limits',
    ['db', 'clock', 'errors'],
    [],
    'limits imports db, clock and errors only.',
    [...HTTP, ...DRIVERS],
  ],
  [
    'platform/src/jobs',
    ['db', 'log', 'clock', 'errors'],
    CONTRACT,
    'jobs imports db, log, clock and errors only.',
    [...HTTP, 'pg', '@electric-sql/**', 'nodemailer'],
  ],
  [
    'platform/src/mail',
    ['mail', 'jobs', 'db', 'sealing', 'log', 'clock', 'errors'],
    CONTRACT,
    'mail imports jobs, db, sealing, log, clock and errors only.',
    [...HTTP, 'pg', 'pg-*', '@electric-sql/**'],
  ],
  [
    'platform/src/outside',
    ['outside', 'log', 'clock', 'errors'],
    CONTRACT,
    'outside imports log, clock and errors only.',
    [...HTTP, ...DRIVERS],
  ],
  ['platform/src/config', ['errors'], [], CONFIG, [...HTTP, ...DRIVERS]],
  ...['identity', 'data-api', 'files', 'realtime'].map((area) => [
    `platform/src/${area}`,
    [area, ...GROUND],
    CONTRACT,
    AREA,
    [...HTTP, ...DRIVERS],
  ]),
  ['platform/src/deno', ['deno', 'errors'], [], 'deno imports errors only.', FRAMEWORKS],
  ...[
    ['project', ['db', 'log', 'errors'], 'db, log and errors'],
    [
      'transfer',
      ['project', 'files', 'data-api', 'db', 'errors'],
      'project, two areas, db and errors',
    ],
  ].map(([folder, needed, sentence]) => [
    `platform/src/${folder}`,
    [folder, ...needed],
    CONTRACT,
    `${folder} imports ${sentence} only.`,
    FRAMEWORKS,
  ]),
  [
    'platform/src/http',
    ['http', 'identity', 'data-api', 'files', 'realtime', 'deno', ...GROUND],
    CONTRACT,
    SURFACE,
    DRIVERS,
  ],
  ['platform/src/compose', ['*'], CONTRACT, 'The platform knows nothing of the product.'],
  [
    'platform/test',
    ['*'],
    [...CONTRACT, '@app/standins'],
    'The platform is tested alone, beside stand-ins.',
  ],

  [
    'server/src',
    ['jobs', 'mails', 'outside', 'product-events'],
    [...CONTRACT, ...platform(...GROUND, 'identity', 'files')],
    AREA,
    [...HTTP, ...DRIVERS],
  ],
  ...SERVER_AREAS.map((area) => [
    `server/src/${area}`,
    [area, 'jobs', 'mails', 'outside', 'product-events'],
    [...CONTRACT, ...platform(...GROUND, 'identity', 'files')],
    AREA,
    [...HTTP, ...DRIVERS],
  ]),
  [
    'server/src/private-imports',
    ['private-imports', 'jobs', 'mails', 'outside', 'product-events'],
    [...CONTRACT, '@app/sync', ...platform(...GROUND, 'identity', 'files')],
    AREA,
    [...HTTP, ...DRIVERS],
  ],
  [
    'server/src/config',
    [],
    [...CONTRACT, ...platform('config', 'errors')],
    CONFIG,
    [...HTTP, ...DRIVERS],
  ],
  ['server/src/jobs', [], platform('jobs'), 'The kinds of jobs are a list.', [...HTTP, ...DRIVERS]],
  [
    'server/src/mails',
    [],
    [...CONTRACT, ...platform('mail', 'db')],
    'A mail says something; an area decides when.',
    [...HTTP, ...DRIVERS],
  ],
  [
    'server/src/product-events',
    [],
    [...CONTRACT, ...platform('db')],
    'An event is recorded; an area decides when.',
    [...HTTP, ...DRIVERS],
  ],
  [
    'server/src/outside',
    ['outside'],
    [...CONTRACT, '@app/sync', ...platform('outside', 'errors', 'clock', 'log')],
    'A client of another service knows that service only.',
    [...HTTP, ...DRIVERS],
  ],
  [
    'server/src/http',
    ['*', '!compose', '!config'],
    [...CONTRACT, ...platform(...GROUND, 'identity', 'files', 'http')],
    SURFACE,
    DRIVERS,
  ],
  [
    'server/src/compose',
    ['*'],
    [...CONTRACT, '@app/platform'],
    'The server knows nothing of the web.',
  ],
  [
    'server/test',
    ['*'],
    [...CONTRACT, '@app/platform', '@app/standins'],
    'Server tests drive the server and the stand-ins, nothing else.',
  ],

  [
    'sync/src',
    ['*'],
    [],
    'The engine runs in pages, workers and Node: web standards and three packages, nothing of ours.',
    ['node:*', ...HTTP, ...DRIVERS],
  ],
  ['sync/test', ['*'], ['@app/standins'], 'The engine is tested alone, beside stand-ins.'],

  [
    'backend-client',
    [],
    CONTRACT,
    'The client of our server runs in a page and in a worker: the contract, and what is given to it.',
    ['node:*', 'react', 'react/**', '@supabase/**', '@tanstack/**', ...HTTP, ...DRIVERS],
  ],
  [
    'backend-client/test',
    ['*'],
    [...CONTRACT, ...platform('test')],
    'The client is tested over the built product, which it knows by HTTP only.',
  ],

  [
    'sync-panels',
    ['*'],
    [...CONTRACT, '@app/sync', '@app/ui'],
    'Panels are shown by the web and by the extension: what differs there is given to them as surroundings.',
    ['@supabase/**', '@tanstack/**', 'react-router', 'react-router/**', ...HTTP, ...DRIVERS],
  ],
  [
    'sync-panels/test',
    ['*'],
    [...CONTRACT, '@app/sync', '@app/ui', '@app/standins'],
    'Panels are tested beside stand-ins.',
  ],

  ['extension/src/config', [], [], EXTENSION],
  ['extension/src/messages', [], [], EXTENSION],
  ['extension/src/store', [], [...CONTRACT, CLIENT, ...PANELS], EXTENSION],
  ['extension/src/words', ['store'], ['@app/ui/translator.ts'], EXTENSION],
  ...['capture', 'builder', 'site'].map((script) => [
    `extension/src/${script}`,
    ['config', 'messages'],
    [],
    EXTENSION,
  ]),
  [
    'extension/src/worker',
    ['config', 'messages', 'store', 'words'],
    [...CONTRACT, CLIENT, ...PANELS],
    EXTENSION,
    ['react', 'react/**'],
  ],
  ...['panel', 'options'].map((page) => [
    `extension/src/${page}`,
    ['panel', 'worker', 'config', 'messages', 'store', 'words'],
    [...PANELS, '@app/ui'],
    EXTENSION,
    ['@app/sync/push', '@app/sync-panels/push-service'],
  ]),

  [
    'ui',
    [],
    [],
    'ui imports React and Base UI only: no product, no network, no router.',
    ['@supabase/**', '@tanstack/**', 'react-router', 'react-router/**'],
  ],
  ['web/src/browser', [], [], BELOW],
  ['web/src/config', [], CONTRACT, BELOW],
  [
    'web/src/i18n',
    ['i18n', 'config', 'browser'],
    [
      ...CONTRACT,
      ...['translator.ts', 'translation-provider.tsx', 'time-ago.tsx'].map(
        (name) => `@app/ui/${name}`,
      ),
      ...['@app/sync/words', '@app/sync-panels'],
    ],
    BELOW,
  ],
  [
    'web/src/api',
    ['api', 'i18n', 'config', 'browser'],
    [...CONTRACT, CLIENT, '@app/sync', '@app/ui/translator.ts'],
    BELOW,
  ],
  ['web/src/on-demand', ['i18n', 'config', 'browser'], ['@app/ui'], BELOW],
  [
    'web/src/features',
    ['api', 'on-demand', 'i18n', 'config', 'browser'],
    [...CONTRACT, CLIENT, ...PANELS, '@app/ui'],
    BELOW,
  ],
  [
    'web/src/screens',
    ['features', 'api', 'on-demand', 'i18n', 'config', 'browser'],
    [...CONTRACT, CLIENT, ...PANELS, '@app/ui'],
    BELOW,
  ],
  ['web/src/app', ['*'], [...CONTRACT, '@app/ui'], BELOW],
  [
    'web/test/screens',
    ['app'],
    ['@app/e2e'],
    'A test of screens starts the whole application and shares the helpers of journeys.',
  ],
  [
    'standins',
    ['*'],
    ['@app/standins'],
    'A stand-in is a third party: it knows nothing of the product.',
  ],
  ['e2e', [], [], 'A journey knows only HTTP and the browser.'],
]
