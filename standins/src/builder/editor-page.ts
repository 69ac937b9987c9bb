import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import { headerFor } from './export-menus.ts'
import type { Layout, Settings } from './memory.ts'
import type { Project } from './project.ts'

type Shown = {
  project: Project
  settings: Settings
  /** Those that the page leads to by script. */
  others: readonly Project[]
  path: string | null
  isSettings: boolean
}

export const editorPage = ({ project, settings, others, path, isSettings }: Shown): Markup => html`
  ${headerFor(settings, project.title)}
  <p class="quiet" role="status" id="status"></p>
  <nav class="tabs" aria-label="Project">
    <a href="/~/${project.id}"${isSettings ? '' : html` aria-current="page"`}>Code</a>
    <a href="/~/${project.id}?tab=settings"${isSettings ? html` aria-current="page"` : ''}>Settings</a>
  </nav>
  ${settings.navigation === 'script' ? html`<nav class="tabs" aria-label="Projects">${others.map(({ id, title }) => html`<a href="/~/${id}" data-script-link><bdi>${title}</bdi></a>`)}</nav>` : ''}
  ${isSettings ? settingsTab(project, settings.layout) : code(project, path)}`

const code = (project: Project, path: string | null) => html`
  <div class="code">
    <ul class="card files" aria-label="Files">${Object.keys(project.files)
      .toSorted()
      .map(
        (one) =>
          html`<li><a href="?file=${encodeURIComponent(one)}"${one === path ? html` aria-current="true"` : ''}><bdi>${one}</bdi></a></li>`,
      )}</ul>
    <div>${path === null ? newFile() : editor(path, project.files[path] ?? '')}</div>
  </div>`

function editor(path: string, base64: string): Markup {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.includes(0)) {
    return html`<h2><bdi>${path}</bdi></h2><p class="quiet">${bytes.length} bytes that are no text.</p>${removeForm(path)}`
  }

  return html`
    <form method="post" action="?save">
      <input type="hidden" name="path" value="${path}">
      <label for="text"><bdi>${path}</bdi></label>
      <textarea class="field" id="text" name="text" rows="18" spellcheck="false">${'\n'}${bytes.toString()}</textarea>
      <button class="button">Save</button>
    </form>
    ${removeForm(path)}
    <p><a href="?">Another file</a></p>`
}

const removeForm = (path: string) => html`
  <form method="post" action="?remove">
    <input type="hidden" name="path" value="${path}">
    <button class="button plain">Delete</button>
  </form>`

const newFile = () => html`
  <form method="post" action="?save">
    <label for="path">New file</label>
    <input class="field" id="path" name="path" required placeholder="src/new.ts">
    <label for="text">Content</label>
    <textarea class="field" id="text" name="text" rows="12" spellcheck="false"></textarea>
    <button class="button">Add</button>
  </form>`

const settingsTab = ({ source, id }: Project, layout: Layout) => html`
  <dl class="card facts">
    <dt>Project</dt><dd><code>${id}</code></dd>
    <dt>Imported from</dt><dd>${source ? html`<bdi>${source.owner}/${source.name}</bdi>, ${source.branch}` : 'Nowhere'}</dd>
  </dl>
  ${layout === 'moved' ? html`<button type="button" class="button" data-export>Download</button>` : ''}`
