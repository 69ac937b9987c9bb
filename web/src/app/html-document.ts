import { clientAssets } from 'virtual:client-assets'
import { headScript } from 'virtual:head-script'
import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import geistUrl from '@app/ui/geist.woff2?url'
import { attentionAddress } from '#api/projects/attention.ts'
import { RECENT_ADDRESS } from '#api/projects/recent-projects.ts'
import { ALL_STATES_ADDRESS } from '#api/projects/sync-state.ts'
import { OWN_ID, TODAY } from '#api/session/early-requests.ts'
import { sessionStorageKey } from '#api/session/session-storage-key.ts'
import { profileAddress } from '#api/sign-in/load-profile.ts'
import { THEME_COLORS } from '#browser/theme.ts'
import { CONFIG_ID, configScript } from '#config/config-script.ts'
import { contentScript } from '#config/content-script.ts'
import type { Translator } from '#i18n/messages.ts'
import { escapeHtml } from './escape-html.ts'
import { foundBy } from './found-by.ts'
import type { Page } from './page.ts'
import { updateNotice } from './update-notice.ts'

/**
 * The HTML document around the application. The policy allows one inline script and no inline styles. `expect`: otherwise a slow machine
 * would paint a partial page and move it later. The browser treats an element as parsed at its start tag, hence the one after the
 * application.
 */
export function htmlDocument(parts: {
  page: Page
  /** The requested URL, reduced to what affects the page (shown-address.ts). */
  address: string
  body: string
  config: PublicConfig
  content: PublicContent
  translator: Translator
}): string {
  const { page, address, body, config, content, translator } = parts
  const { t, language } = translator

  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${THEME_COLORS.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${THEME_COLORS.dark}" media="(prefers-color-scheme: dark)">
<script data-session-key="${escapeHtml(sessionStorageKey(config.apiUrl))}">${headScript.code}</script>
<title>${escapeHtml(page.title(t, config))}</title>
<meta name="description" content="${escapeHtml(page.description(t, config))}">
<link rel="expect" href="#${CONFIG_ID}" blocking="render">
<link rel="preload" href="${geistUrl}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${page.isLanding ? clientAssets.landingStyles : clientAssets.appStyles}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
${foundBy({ page, address, config, translator })}
<script type="module" src="${clientAssets.boot}"${page.boot === 'shell' ? '' : ' fetchpriority="low"'}></script>
${preloadsOf(page, language)
  .map((href) => `<link rel="modulepreload" href="${href}">`)
  .join('\n')}
</head>
<body>
${updateNotice(t('updateNotice'))}
<div id="root" data-boot="${page.boot}"${earlyOf(page)}>${body}</div>
${configScript(config)}
${contentScript(content)}
</body>
</html>
`
}

/** Preloads everything for a page that needs script, in one round trip instead of a chain. */
function preloadsOf({ boot, screen, namespaces, isGuarded }: Page, language: string): string[] {
  if (boot !== 'shell') return []
  const modules = [
    'app/start-app.tsx',
    'app/query-area.tsx',
    ...(screen ? [screen] : []),
    ...['site', ...(isGuarded ? [] : namespaces)].map(
      (namespace) => `i18n/${language}/${namespace}.json`,
    ),
  ]

  return [...new Set(modules.flatMap((module) => clientAssets.chunks[module] ?? []))]
}

/** Nothing below the attention list is shown before its height is known. */
const DASHBOARD_ADDRESSES = [RECENT_ADDRESS, attentionAddress(TODAY), ALL_STATES_ADDRESS]

/** The first rows of a member's page: its browser requests them before the application loads. */
function earlyOf({ boot, screen }: Page): string {
  if (boot !== 'shell') return ''
  const isDashboard = screen === 'screens/dashboard/dashboard-screen.tsx'
  const addresses = [profileAddress(OWN_ID), ...(isDashboard ? DASHBOARD_ADDRESSES : [])]

  return ` data-early="${escapeHtml(addresses.join(' '))}"`
}
