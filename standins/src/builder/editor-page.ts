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
    ${path === null ? '' : file(path, project.files[path] ?? '')}
  </div>`

function file(path: string, base64: string): Markup {
  const bytes = Buffer.from(base64, 'base64')

  return html`
    <div>
      <h2><bdi>${path}</bdi></h2>
      ${bytes.includes(0) ? html`<p class="quiet">${bytes.length} bytes that are no text.</p>` : html`<pre class="command">${bytes.toString()}</pre>`}
    </div>`
}

const settingsTab = ({ source, id }: Project, layout: Layout) => html`
  <dl class="card facts">
    <dt>Project</dt><dd><code>${id}</code></dd>
    <dt>Imported from</dt><dd>${source ? html`<bdi>${source.owner}/${source.name}</bdi>, ${source.branch}` : 'Nowhere'}</dd>
  </dl>
  ${layout === 'moved' ? html`<button type="button" class="button" data-export>Download</button>` : ''}`
