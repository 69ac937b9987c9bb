import type { Addresses } from './src/config/config.ts'

type Target = 'chrome' | 'firefox' | 'test'

const OLDEST_CHROME = '120'
/** The first version, also on phones, that shows what an extension collects before its installation. */
const OLDEST_FIREFOX = '142.0'
const FIREFOX_ID = 'extension@gitferry.dev'

/** The manifest of one target. `test` is Chrome's with the addresses of the stand-ins. */
export function manifestOf(target: Target, addresses: Addresses, version: string) {
  const { siteUrl, apiUrl, builderUrl, githubApiUrl, githubWebUrl, githubArchivesUrl } = addresses
  const isFirefox = target === 'firefox'
  const hosts = [builderUrl, githubApiUrl, apiUrl]
  const laterHosts = [githubWebUrl, githubArchivesUrl]

  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    default_locale: 'en',
    version,
    icons: { 16: 'icon-16.png', 48: 'icon-48.png', 128: 'icon-128.png' },
    action: { default_title: '__MSG_name__' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+P' } },
    },
    options_ui: { page: 'options.html', open_in_tab: true },
    permissions: ['storage', 'alarms', 'idle', ...(isFirefox ? [] : ['sidePanel'])],
    optional_permissions: ['notifications'],
    host_permissions: [...new Set(hosts)].map(everyPageOf),
    optional_host_permissions: laterHosts.filter((one) => !hosts.includes(one)).map(everyPageOf),
    content_scripts: [
      {
        matches: [everyPageOf(builderUrl)],
        js: ['capture.js'],
        world: 'MAIN',
        run_at: 'document_start',
      },
      { matches: [everyPageOf(builderUrl)], js: ['builder.js'], run_at: 'document_start' },
      { matches: [everyPageOf(siteUrl)], js: ['site.js'], run_at: 'document_start' },
    ],
    content_security_policy: { extension_pages: policyOf([...hosts, ...laterHosts, siteUrl]) },
    ...(isFirefox ? forFirefox : forChrome),
  }
}

const everyPageOf = (address: string) => `${address}/*`

const policyOf = (hosts: string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${[...new Set(hosts)].join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ')

const forChrome = {
  minimum_chrome_version: OLDEST_CHROME,
  background: { service_worker: 'worker.js', type: 'module' },
  side_panel: { default_path: 'panel.html' },
}

const forFirefox = {
  background: { scripts: ['worker.js'], type: 'module' },
  sidebar_action: { default_panel: 'panel.html', default_title: '__MSG_name__' },
  browser_specific_settings: {
    gecko: {
      id: FIREFOX_ID,
      strict_min_version: OLDEST_FIREFOX,
      data_collection_permissions: {
        required: ['authenticationInfo', 'personallyIdentifyingInfo', 'websiteContent'],
      },
    },
  },
}
