import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import type { Layout, Project, Settings } from './memory.ts'

type Shown = {
  project: Project
  settings: Settings
  /** Those that the page leads to by script. */
  others: readonly Project[]
  isSettings: boolean
}

export const editorPage = ({ project, settings, others, isSettings }: Shown): Markup => html`
  ${headerFor(settings, project.title)}
  <p class="quiet" role="status" id="status"></p>
  <nav class="tabs" aria-label="Project">
    <a href="/~/${project.id}"${isSettings ? '' : html` aria-current="page"`}>Code</a>
    <a href="/~/${project.id}?tab=settings"${isSettings ? html` aria-current="page"` : ''}>Settings</a>
  </nav>
  ${settings.navigation === 'script' ? html`<nav class="tabs" aria-label="Projects">${others.map(({ id, title }) => html`<a href="/~/${id}" data-script-link><bdi>${title}</bdi></a>`)}</nav>` : ''}
  ${isSettings ? settingsTab(project, settings.layout) : fileList(project)}`

const fileList = ({ files }: Project) => html`
  <ul class="card form" aria-label="Files">${Object.keys(files)
    .toSorted()
    .map((path) => html`<li><bdi>${path}</bdi></li>`)}</ul>`

const settingsTab = ({ source, id }: Project, layout: Layout) => html`
  <dl class="card facts">
    <dt>Project</dt><dd><code>${id}</code></dd>
    <dt>Imported from</dt><dd>${source ? html`<bdi>${source.owner}/${source.name}</bdi>, ${source.branch}` : 'Nowhere'}</dd>
  </dl>
  ${layout === 'moved' ? html`<button type="button" class="button" data-export>Download</button>` : ''}`

/**
 * The page's header in each layout. Only the export works; other items exist to be skipped. Menus are templates: as on the real page, they
 * exist only while they are open. Class names are those that programs have looked for on the real page.
 */
export const headerFor = (
  { layout, language, exportWay, redrawMs }: Settings,
  title: string,
): Markup => html`
  <header class="bar" data-layout="${layout}" data-way="${exportWay}" data-redraw-ms="${redrawMs}">
    ${HEADERS[layout](title, WORDS[language])}
    <button type="button" class="button publish">${WORDS[language].publish}</button>
  </header>`

const WORDS = {
  en: {
    publish: 'Publish',
    export: 'Export',
    exportProject: 'Export project',
    download: 'Download',
    zip: 'Download as ZIP',
    rename: 'Rename',
    open: 'Open in StackBlitz',
  },
  es: {
    publish: 'Publicar',
    export: 'Exportar',
    exportProject: 'Exportar proyecto',
    download: 'Descargar',
    zip: 'Descargar como ZIP',
    rename: 'Cambiar nombre',
    open: 'Abrir en StackBlitz',
  },
}

type Words = (typeof WORDS)['en']

const HEADERS: Record<Layout, (title: string, words: Words) => Markup> = {
  'export-button': (title, words) => html`
    <p class="project"><bdi>${title}</bdi></p>
    ${trigger('export', html`<span class="i-ph:export" aria-hidden="true"></span> ${words.export}`)}
    ${menu('export', html`<button type="button" data-export><span class="i-ph:download-simple" aria-hidden="true"></span> ${words.download}</button>`)}`,

  'status-menu': (title, words) => html`
    <div class="flex-1 select-text"><div class="flex items-center justify-center">
      ${trigger('status', html`<bdi>${title}</bdi>`)}
    </div></div>
    ${menu('status', html`${item(words.rename)}${item('Duplicate')}${submenuItem('status-export', words.export)}`)}
    ${menu('status-export', html`<button type="button" data-export><span class="i-ph:download-simple" aria-hidden="true"></span> ${words.download}</button>`)}`,

  'project-menu': (title, words) => html`
    ${trigger('account', html`<span class="i-ph:user" aria-hidden="true"></span><span class="hidden">Account</span>`)}
    ${menu('account', html`${item('Profile')}${item('Sign out')}`)}
    ${trigger('project', html`<bdi>${title}</bdi>`)}
    ${menu('project', html`${item(words.rename)}${item('Visibility')}${submenuItem('project-export', words.exportProject)}`)}
    ${menu('project-export', html`<div role="menuitem" tabindex="-1" data-export>${words.zip}</div>${item(words.open)}`)}`,

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
