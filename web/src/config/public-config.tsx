import type { PublicConfig } from '@app/contract/public-config'
import { createContext, use } from 'react'

const ConfigContext = createContext<PublicConfig | null>(null)

export const PublicConfigProvider = ConfigContext.Provider

export function usePublicConfig(): PublicConfig {
  const config = use(ConfigContext)

  if (!config) throw new Error('usePublicConfig needs a PublicConfigProvider above it')
  return config
}
