import { createTranslator } from '@app/ui/translator.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { LanguageProvider } from '#i18n/language-provider.tsx'
import type { Language } from '#i18n/languages.ts'
import { allWords } from '#i18n/whole-library.ts'
import { configScript } from './config-script.ts'
import { exampleConfig } from './example-config.ts'
import { PublicConfigProvider } from './public-config.tsx'

// Modules that call the server read it when they are imported, so a test imports this file before them.
document.head.insertAdjacentHTML('beforeend', configScript(exampleConfig))

/** For tests: an element within what the application gives to every screen. */
export function inExampleApp(element: ReactNode, language: Language = 'en'): ReactNode {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '*', element }])

  return (
    <PublicConfigProvider value={exampleConfig}>
      <LanguageProvider initial={createTranslator(language, allWords[language])}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </PublicConfigProvider>
  )
}
