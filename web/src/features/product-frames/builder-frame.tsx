import { BuilderBar } from './builder-bar.tsx'

/** A project's name and files are the same in every language. */
const PROJECT = 'Tide planner'
const FILES = ['index.html', 'package.json', 'src/app.tsx', 'src/tides.ts']
/** Lengths of drawn lines of code, in quarters of the width. */
const LINES = ['w-3/4', 'w-1/2', 'w-2/3', 'w-1/4', 'w-3/4', 'w-1/3']

/** A project in the builder, drawn small: where the extension's button is. */
export function BuilderFrame({ button, alt }: { button: string; alt: string }) {
  return (
    <figure className="overflow-hidden rounded-md border border-line">
      <BuilderBar project={PROJECT} button={button} />
      <div aria-hidden="true" className="grid grid-cols-[auto_1fr] bg-canvas text-xs select-none">
        <ul className="grid content-start gap-1.5 border-r border-line px-4 py-4 font-mono text-ink-faint">
          {FILES.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
        <div className="grid content-start gap-2.5 p-5">
          {LINES.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the drawing never changes
            <span key={index} className={`h-1.5 rounded-full bg-line ${width}`} />
          ))}
        </div>
      </div>
      <figcaption className="sr-only">{alt}</figcaption>
    </figure>
  )
}
