import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'

type TextField = { name: string; label: string; type?: string; autocomplete?: string }

export const textField = ({ name, label, type = 'text', autocomplete = 'on' }: TextField): Markup =>
  html`<p class="labelled">
    <label for="${name}">${label}</label>
    <input class="field" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}">
  </p>`
