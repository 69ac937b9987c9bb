import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useStore } from '#api/session/store.ts'
import { Builder, type BuilderState } from './builder.ts'
import { openProjectDatabase } from './project-database.ts'

const BuilderContext = createContext<Builder | null>(null)

/** Opens the member's projects while the simulator is shown. */
export function BuilderProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [builder] = useState(() => new Builder(() => openProjectDatabase(userId)))
  useEffect(() => {
    void builder.start()
    // A tab closed during the debounce delay still saves.
    const save = () => void builder.flush()
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      void builder.close()
    }
  }, [builder])

  return <BuilderContext value={builder}>{children}</BuilderContext>
}

export function useBuilder(): Builder {
  const builder = use(BuilderContext)

  if (!builder) throw new Error('useBuilder needs a BuilderProvider above it')
  return builder
}

export function useBuilderState(): BuilderState {
  const { store } = useBuilder()

  return useStore(store, store.get())
}
