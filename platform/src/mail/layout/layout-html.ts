import type { Content } from './content.ts'
import { type Html, html } from './html.ts'
import { colours, STYLE_SHEET } from './layout-look.ts'
import { layoutWords } from './layout-words.ts'
import type { Words } from './words.ts'

const { light } = colours
const FONT =
  'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const TEXT = `${FONT};font-size:16px;line-height:1.6;color:${light.ink}`
const SMALL = `${FONT};font-size:14px;line-height:1.6;color:${light.soft}`

/**
 * The HTML form: tables and inline styles, because mail clients support little else; dark colours in one style sheet.
 */
export function layoutHtml(content: Content): string {
  const { language, message, brand } = content

  return html`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${message.subject.text}</title>
<style>${STYLE_SHEET}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:${light.canvas}">
${previewText(message.preview)}
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="accent-text" style="padding:0 4px 16px;${FONT};font-size:18px;font-weight:600;letter-spacing:-0.01em;color:${light.accent}">${brand.siteName}</td></tr>
<tr><td class="card" bgcolor="${light.surface}" style="padding:32px;background-color:${light.surface};border:1px solid ${light.line};border-radius:12px">
${body(content)}
</td></tr>
<tr><td style="padding:20px 4px 0">${foot(content)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.markup
}

function body({ language, message, action, alternative }: Content): Html {
  const { code } = layoutWords[language]

  return html`<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:24px;line-height:1.25;font-weight:600;letter-spacing:-0.02em;color:${light.ink}">${message.heading.html}</h1>
${message.lines.map((line) => paragraph(line, 'ink', TEXT))}
${action ? button(action) : ''}
${alternative ? textLink(alternative) : ''}
${message.code !== undefined && action ? paragraph(code, 'soft', SMALL) : ''}
${message.code !== undefined ? codeBlock(message.code) : ''}
${(message.notes ?? []).map((note) => paragraph(note, 'soft', SMALL))}
${action ? spelledOut(language, action.address) : ''}`
}

const paragraph = (line: Words, look: 'ink' | 'soft', style: string) =>
  html`<p class="${look}" style="margin:0 0 16px;${style}">${line.html}</p>
`

const button = ({ label, address }: { label: Words; address: string }) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${light.accent}" style="border-radius:8px;background-color:${light.accent}"><a class="on-accent" href="${address}" style="display:inline-block;padding:13px 24px;${FONT};font-size:16px;line-height:1.25;font-weight:600;color:${light.onAccent};text-decoration:none;border-radius:8px">${label.html}</a></td></tr></table>`

const textLink = ({ label, address }: { label: Words; address: string }) =>
  html`<p style="margin:0 0 24px;${TEXT}"><a class="accent-text" href="${address}" style="color:${light.accent}">${label.html}</a></p>`

const codeBlock = (code: string) =>
  html`<p class="code" style="margin:0 0 24px;padding:16px 20px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:28px;line-height:1.2;font-weight:600;letter-spacing:0.2em;color:${light.ink};background-color:${light.sunken};border-radius:8px">${code}</p>`

const spelledOut = (language: Content['language'], address: string) =>
  html`<p class="rule soft" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${light.line};${FONT};font-size:13px;line-height:1.6;color:${light.soft}">${layoutWords[language].ifTheButtonFails.html}<br><a class="accent-text" href="${address}" style="color:${light.accent};word-break:break-all">${address}</a></p>`

function foot({ language, reason, chooseMails, brand }: Content): Html {
  const link = (address: string, label: string | Html) =>
    html`<a class="soft" href="${address}" style="color:${light.soft}">${label}</a>`

  return html`<p class="soft" style="margin:0;${FONT};font-size:13px;line-height:1.6;color:${light.soft}">${reason.html}${
    chooseMails ? html` ${link(chooseMails.address, chooseMails.label.html)}.` : ''
  }<br>${layoutWords[language].writeToUs.html} ${link(`mailto:${brand.supportEmail}`, brand.supportEmail)}.</p>`
}

// Clients fill the preview line with the following text; blanks prevent that.
const FILLER = ' \u034f\u00a0'.repeat(60)

const previewText = (preview: Words) =>
  html`<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preview.text}${FILLER}</div>`
