import { Actions } from './actions.tsx'
import { Fields } from './fields.tsx'
import { Figures } from './figures.tsx'
import { Overlays } from './overlays.tsx'
import { States } from './states.tsx'

const THEMES = ['light', 'dark'] as const

/** Every component of the design system, side by side in both themes. For developers, hence only in English. */
export function GalleryScreen() {
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <h1 className="sr-only">{'Design system'}</h1>
      {THEMES.map((theme) => (
        <section
          key={theme}
          data-theme={theme}
          aria-label={`${theme} theme`}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-12 bg-canvas px-6 py-12 text-ink sm:px-10"
        >
          <Actions />
          <Fields name={theme} />
          <Overlays />
          <States />
          <Figures name={theme} />
        </section>
      ))}
    </div>
  )
}
