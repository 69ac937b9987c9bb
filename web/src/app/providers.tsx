import type { PublicConfig } from '@app/contract/public-config'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect } from 'react'
import { PublicConfigProvider } from '#config/public-config.tsx'
import { LanguageProvider } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/translator.ts'

type Props = {
  config: PublicConfig
  translator: Translator
  /** Called once, when every handler below is in place. */
  onReady?: () => void
  children: ReactNode
}

/** What stands around the router, the same on the server and in the browser. */
export function Providers({ config, translator, onReady, children }: Props) {
  useEffect(() => onReady?.(), [onReady])

  return (
    // The content policy allows no style elements; what they would say stands in our own style sheet.
    <CSPProvider disableStyleElements>
      <PublicConfigProvider value={config}>
        <LanguageProvider initial={translator}>{children}</LanguageProvider>
      </PublicConfigProvider>
    </CSPProvider>
  )
}
