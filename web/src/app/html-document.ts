import { clientAssets } from 'virtual:client-assets'
import { headScript } from 'virtual:head-script'
import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import geistUrl from '@app/ui/geist.woff2?url'
import { sessionStorageKey } from '#api/session-storage-key.ts'
import { CONFIG_ID, configScript } from '#config/config-script.ts'
import { contentScript } from '#config/content-script.ts'
import { THEME_COLORS } from '#config/theme.ts'
import type { Translator } from '#i18n/messages.ts'
import { escapeHtml } from './escape-html.ts'
import { foundBy } from './found-by.ts'
import type { Page } from './page.ts'
import { updateNotice } from './update-notice.ts'

/**
 * Everything around the application. The policy allows one inline script and no inline style, so neither is added here lightly.
 * `expect`: a busy machine would paint what it has read so far and move it when the rest arrives. The browser takes an
 * element for read when it begins, hence the one after the application.
 */
export function htmlDocument(parts: {
  page: Page
  /** As it was asked for, as far as that matters (shown-address.ts). */
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
${stylesOf(page)
  .map((href) => `<link rel="stylesheet" href="${href}">`)
  .join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
${foundBy({ page, address, config, translator })}
${preloadsOf(page, language)
  .map((href) => `<link rel="modulepreload" href="${href}">`)
  .join('\n')}
<script type="module" src="${clientAssets.boot}" fetchpriority="low"></script>
</head>
<body>
${updateNotice(t('updateNotice'))}
<div id="root" data-boot="${page.boot}">${body}</div>
${configScript(config)}
${contentScript(content)}
</body>
</html>
`
}

/** The landing page does with its own; those of the application come when it is used. */
const stylesOf = ({ isLanding }: Page): string[] => [
  clientAssets.landingStyles,
  ...(isLanding ? [] : [clientAssets.appStyles]),
]

/** Everything a page needs that shows nothing without script, in one round trip instead of a chain. */
function preloadsOf({ boot, screen, namespaces }: Page, language: string): string[] {
  if (boot !== 'shell') return []
  const modules = [
    'app/start-app.tsx',
    'app/query-area.tsx',
    ...(screen ? [screen] : []),
    ...['site', ...namespaces].map((namespace) => `i18n/${language}/${namespace}.json`),
  ]

  return [...new Set(modules.flatMap((module) => clientAssets.chunks[module] ?? []))]
}
