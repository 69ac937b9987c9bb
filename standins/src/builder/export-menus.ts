import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import type { Layout } from './memory.ts'

/**
 * The page's header in each layout. Only the export works: the other items are there to be passed over. Menus are templates: as on the real page, they exist only while they are open.
 * Class names are those that programs have looked for on the real page.
 */
export const headerFor = (layout: Layout, title: string): Markup => html`
  <header class="bar" data-layout="${layout}">
    ${HEADERS[layout](title)}
    <button type="button" class="button publish">Publish</button>
  </header>`

const HEADERS: Record<Layout, (title: string) => Markup> = {
  'export-button': (title) => html`
    <p class="project"><bdi>${title}</bdi></p>
    ${trigger('export', html`<span class="i-ph:export" aria-hidden="true"></span> Export`)}
    ${menu('export', html`<button type="button" data-export><span class="i-ph:download-simple" aria-hidden="true"></span> Download</button>`)}`,

  'status-menu': (title) => html`
    <div class="flex-1 select-text"><div class="flex items-center justify-center">
      ${trigger('status', html`<bdi>${title}</bdi>`)}
    </div></div>
    ${menu('status', html`${item('Rename')}${item('Duplicate')}${submenuItem('status-export', 'Export')}`)}
    ${menu('status-export', html`<button type="button" data-export><span class="i-ph:download-simple" aria-hidden="true"></span> Download</button>`)}`,

  'project-menu': (title) => html`
    ${trigger('account', html`<span class="i-ph:user" aria-hidden="true"></span><span class="hidden">Account</span>`)}
    ${menu('account', html`${item('Profile')}${item('Sign out')}`)}
    ${trigger('project', html`<bdi>${title}</bdi>`)}
    ${menu('project', html`${item('Rename')}${item('Visibility')}${submenuItem('project-export', 'Export project')}`)}
    ${menu('project-export', html`<div role="menuitem" tabindex="-1" data-export>Download as ZIP</div>${item('Open in StackBlitz')}`)}`,

  // The export has left the header: its button is in the project's settings.
  moved: (title) => html`<p class="project"><bdi>${title}</bdi></p>`,

  wordless: (title) => html`
    <p class="project"><bdi>${title}</bdi></p>
    ${trigger('more', html`<span class="i-ph:dots-three" aria-hidden="true"></span>`)}
    ${menu('more', html`<div role="menuitem" tabindex="-1"><span class="i-ph:pencil"></span></div><div role="menuitem" tabindex="-1" data-export><span class="i-ph:download-simple"></span></div>`)}`,
}

const trigger = (name: string, content: Markup) =>
  html`<button type="button" class="button plain" aria-haspopup="menu" aria-expanded="false" data-menu="${name}">${content}</button>`

const menu = (name: string, items: Markup) =>
  html`<template data-menu-content="${name}"><div role="menu" class="menu" data-radix-menu-content>${items}</div></template>`

const item = (label: string) => html`<div role="menuitem" tabindex="-1">${label}</div>`

const submenuItem = (name: string, label: string) =>
  html`<div role="menuitem" tabindex="-1" aria-haspopup="menu" aria-expanded="false" data-submenu="${name}">${label}</div>`
