import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'

/** Shown only with scripts; without, a click selects the whole code. */
export const copyButton = (text: string): Markup =>
  html`<button type="button" class="copy" data-copy="${text}">Copy</button>`

export const codeToCopy = (code: string): Markup =>
  html`<span class="code"><code>${code}</code>${copyButton(code)}</span>`
