import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { readConfigScript } from '#config/config-script.ts'
import { asLanguage } from '#i18n/languages.ts'
import { loadMessages } from '#i18n/messages.ts'
import { createTranslator } from '#i18n/translator.ts'
import type { BootMode } from './boot-mode.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

/** Resolves when the page answers to its visitor. */
export async function startApp(container: HTMLElement, mode: BootMode): Promise<void> {
  // The page's own language, not the remembered one: what is hydrated must match what was sent.
  const language = asLanguage(document.documentElement.lang) ?? 'en'
  const router = createBrowserRouter(routes)
  const [messages] = await Promise.all([loadMessages(language), untilScreenIsLoaded(router)])

  await new Promise<void>((onReady) => {
    const app = (
      <Providers
        config={readConfigScript()}
        translator={createTranslator(language, messages)}
        onReady={onReady}
      >
        <RouterProvider router={router} />
      </Providers>
    )

    if (mode === 'shell' || router.state.errors) createRoot(container).render(app)
    else hydrateRoot(container, app)
  })
}

function untilScreenIsLoaded(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()

    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })
}
