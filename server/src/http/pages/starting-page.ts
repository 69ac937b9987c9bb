import type { Language } from '@app/contract/languages'
import type { FramedRequest } from '@app/platform/http/frame/framed-request.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { chooseLanguage } from './language.ts'

const TEXTS: Record<Language, typeof en> = { en, es }

/** For visitors of a server that is still starting. It uses no assets, which are not available yet either. */
export const startingPage =
  (product: string) =>
  ({ headers }: FramedRequest): string => {
    const cookie = /(?:^|;\s*)language=([^;]*)/.exec(headers.cookie ?? '')?.[1]
    const language = chooseLanguage(cookie, headers['accept-language'])
    const { title, text } = TEXTS[language]

    return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>${title} - ${product}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; place-content: center; padding: 0 1.5rem; text-align: center }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
p { margin: 0; max-width: 32rem; text-wrap: balance }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`
  }
