import { html } from './html.ts'

/** The web app's colours for both themes; a mail cannot use its style sheet. */
export const colours = {
  light: {
    canvas: '#f8fafb',
    surface: '#ffffff',
    sunken: '#eef2f4',
    line: '#dde4e7',
    ink: '#0d1b21',
    soft: '#43545c',
    accent: '#0b5d73',
    onAccent: '#ffffff',
  },
  dark: {
    canvas: '#0b1215',
    surface: '#111a1e',
    sunken: '#0e161a',
    line: '#223037',
    ink: '#eef3f5',
    soft: '#a9b8be',
    accent: '#6cc5d9',
    onAccent: '#06202a',
  },
} as const

const { dark } = colours

// Without `!important`, inline styles override a style sheet.
const darkRules = (before: string) => html`
${before}.canvas{background-color:${dark.canvas}!important}
${before}.card{background-color:${dark.surface}!important;border-color:${dark.line}!important}
${before}.ink{color:${dark.ink}!important}
${before}.soft{color:${dark.soft}!important}
${before}.accent-text{color:${dark.accent}!important}
${before}.button{background-color:${dark.accent}!important}
${before}.on-accent{color:${dark.onAccent}!important}
${before}.code{color:${dark.ink}!important;background-color:${dark.sunken}!important}
${before}.rule{border-color:${dark.line}!important}`

/** The light theme is inline; this is for dark clients. Outlook marks dark elements by attributes. */
export const STYLE_SHEET = html`
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules('')}
}${darkRules('[data-ogsc] ')}
`
