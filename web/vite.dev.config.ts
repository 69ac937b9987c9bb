import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type PluginOption } from 'vite'
import config from './vite.config.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The development server's URL for a file of this part. */
const addressOf = (file: string) => file.replace(path('.'), '/')

const BOOT_SCRIPT = path('src/app/boot.ts')
/** Changing messages rerenders everything below this component. */
const PROVIDERS = path('src/app/providers.tsx')
const MESSAGES = /\/src\/i18n\/[\w-]+\/[\w-]+\.json$/

/** The development server behind `npm run dev`, under the content policy of production. */
export default defineConfig({
  ...config,
  plugins: [withoutCompiler(config.plugins), hotBoot(), linkedStyles(), hotMessages()],
  // React and others are CommonJS, which only works in a bundle.
  environments: { ssr: { resolve: { noExternal: [/^@app\//] } } },
  appType: 'custom',
  cacheDir: path('../node_modules/.vite/dev'),
  optimizeDeps: { entries: [BOOT_SCRIPT] },
  server: {
    middlewareMode: true,
    // The product answers cross-origin requests itself.
    cors: false,
    // The same checkout contains `.data` with its secrets.
    fs: { allow: ['.', '../ui', '../contract', '../node_modules'].map(path) },
    // The overlay uses inline styles, which the policy refuses; terminal and console show errors.
    hmr: { overlay: false },
  },
})

/** Memoised code would not show changed messages, because the lookup function stays the same. */
function withoutCompiler(plugins: PluginOption) {
  return [plugins]
    .flat(3)
    .filter((one) => !(one && 'name' in one && one.name === 'vite:react-compiler'))
}

/**
 * Adds code to the boot script that Vite would put into inline scripts. The application starts immediately, because only running code can
 * be replaced.
 */
function hotBoot(): Plugin {
  return {
    name: 'hot-boot',
    enforce: 'pre',
    transform: {
      filter: { id: BOOT_SCRIPT },
      handler: (code) => `import '/@vite/client'
import '@vitejs/plugin-react/preamble'
${code}
dispatchEvent(new Event('pointermove'))

import.meta.hot.on('messages', async ({ address, messages }) => {
  replace((await import(/* @vite-ignore */ address)).default, messages)
})
function replace(held, next) {
  for (const key of Object.keys(held)) if (!(key in next)) delete held[key]
  for (const [key, value] of Object.entries(next)) {
    if (typeof value === 'object' && typeof held[key] === 'object') replace(held[key], value)
    else held[key] = value
  }
}
`,
    },
  }
}

/**
 * Style sheets that a script imports are linked, as in production: the policy refuses style elements. Vite replaces a
 * linked sheet when it changes.
 */
function linkedStyles(): Plugin {
  return {
    name: 'linked-styles',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /\.css$/ },
      async handler(source, importer) {
        if (!importer || !/\.tsx?$/.test(importer)) return null
        const sheet = await this.resolve(source, importer, { skipSelf: true })

        return sheet && `\0linked:${addressOf(sheet.id)}.js`
      },
    },
    load: {
      filter: { id: /^\0linked:/ },
      handler: (id) => {
        const address = JSON.stringify(id.slice('\0linked:'.length, -'.js'.length))

        return `
          if (!document.querySelector('link[rel=stylesheet][href^="' + ${address} + '"]')) {
            const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: ${address} })
            await new Promise((resolve, reject) => {
              link.onload = resolve
              link.onerror = reject
              document.head.append(link)
            })
          }
        `
      },
    },
  }
}

/** Changed messages replace those in the page, and the application rerenders with its state. */
function hotMessages(): Plugin {
  return {
    name: 'hot-messages',
    applyToEnvironment: ({ name }) => name === 'client',
    async hotUpdate({ file, read }) {
      if (!MESSAGES.test(file)) return
      const address = addressOf(file)
      this.environment.hot.send('messages', { address, messages: JSON.parse(await read()) })
      const providers = this.environment.moduleGraph.getModuleById(PROVIDERS)

      return providers ? [providers] : []
    },
  }
}
