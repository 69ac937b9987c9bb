const ADDRESS = 'bolt.new/~/tide-planner'
/** The builder has its own words in one language. */
const PUBLISH = 'Publish'

type Props = { project: string; button: string }

/** The top of a project's page in the builder, with the extension's button where it appears. An illustration. */
export function BuilderBar({ project, button }: Props) {
  return (
    <div aria-hidden="true" className="border-b border-line bg-sunken text-xs select-none">
      <div className="flex items-center gap-1.5 px-4 pt-3">
        <span className="size-2.5 rounded-full bg-line-strong" />
        <span className="size-2.5 rounded-full bg-line-strong" />
        <span className="size-2.5 rounded-full bg-line-strong" />
        <span className="ml-2 min-w-0 flex-1 truncate rounded-full bg-surface px-3 py-0.5 font-mono text-ink-faint">
          {ADDRESS}
        </span>
      </div>
      <div className="flex items-center gap-2 px-4 py-3">
        <span className="min-w-0 flex-1 truncate font-medium max-sm:hidden">{project}</span>
        <span className="ml-auto flex-none rounded-sm bg-accent px-3 py-1.5 font-medium text-on-accent outline-2 outline-offset-2 outline-accent/40">
          {button}
        </span>
        <span className="ml-1 flex-none rounded-sm border border-line bg-surface px-3 py-1.5 text-ink-soft">
          {PUBLISH}
        </span>
      </div>
    </div>
  )
}
