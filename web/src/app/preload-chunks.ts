// Stands in for the bundler's own helper (vite.config.ts), which is four times as long: every visitor downloads it.

const asked = new Map<string, Promise<unknown> | null>()

/** Imports a module while all other files that it needs are being downloaded. Its styles come before it runs. */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => preload(`/${file}`)))

  return load()
}

function preload(href: string): Promise<unknown> | null {
  const known = asked.get(href)
  if (known !== undefined) return known

  const isInPage = document.querySelector(`link[href="${href}"]`)
  const asking = isInPage ? null : addLink(href)
  asked.set(href, asking)
  return asking
}

/** Nobody waits for a script: the import does, and tells of its failure. */
function addLink(href: string): Promise<unknown> | null {
  const link = document.createElement('link')
  link.href = href
  const isSheet = href.endsWith('.css')
  link.rel = isSheet ? 'stylesheet' : 'modulepreload'
  document.head.append(link)
  if (!isSheet) return null

  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      asked.delete(href)
      reject(new Error(`Unable to preload CSS for ${href}`))
    }
  })
}
