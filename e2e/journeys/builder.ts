type Settings = {
  layout?: 'export-button' | 'status-menu' | 'project-menu' | 'moved' | 'wordless'
  language?: 'en' | 'es'
  navigation?: 'page' | 'script'
  redrawMs?: number
  exportWay?: 'blob' | 'link' | 'picker' | 'worker'
  exportDelayMs?: number
  exportFailure?: 'error' | 'silent' | 'damaged' | 'empty' | 'no-zip' | 'huge' | null
}

/** The defaults. */
export const USUAL: Settings = {
  layout: 'project-menu',
  language: 'en',
  navigation: 'page',
  redrawMs: 0,
  exportWay: 'blob',
  exportDelayMs: 0,
  exportFailure: null,
}

export type Builder = ReturnType<typeof builderAt>

/** The builder's stand-in, and the actions of its user. */
export function builderAt(url: string) {
  const control = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    url,
    set: (settings: Settings) => control('PUT', '/settings', settings),
    /** A new project with a few files. Returns its id. */
    async newProject(title: string): Promise<string> {
      const made = await fetch(`${url}/projects`, {
        method: 'POST',
        headers: { origin: url },
        body: new URLSearchParams({ title }),
        redirect: 'manual',
      })
      const [, id] = /\/~\/([\w-]+)$/.exec(made.headers.get('location') ?? '') ?? []
      if (!id) throw new Error(`new project: ${made.status}`)
      return id
    },
    /** Path → content; null removes a file. */
    write: (id: string, files: Record<string, string | Uint8Array | null>) =>
      control(
        'PUT',
        `/projects/${id}/files`,
        Object.fromEntries(
          Object.entries(files).map(([path, content]) => [
            path,
            content instanceof Uint8Array
              ? { base64: Buffer.from(content).toString('base64') }
              : content,
          ]),
        ),
      ),
    /** Path → content, with a character for each byte. */
    async filesOf(id: string): Promise<Record<string, string>> {
      const answer = await fetch(`${url}/api/projects/${id}`)
      const { files } = (await answer.json()) as { files: Record<string, string> }
      return Object.fromEntries(Object.entries(files).map(([path, base64]) => [path, atob(base64)]))
    },
  }
}
