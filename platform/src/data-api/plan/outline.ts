import { notEmbedded } from '#data-api/errors/request-errors.ts'
import type {
  At,
  Filter,
  LogicTree,
  OrderTerm,
  Query,
  SelectEmbed,
  SelectField,
  SelectItem,
  Window,
} from '#data-api/query-string/query.ts'

/** One level of a request before anything was looked up: everything that was said about it. */
export type Outline = {
  embed: SelectEmbed | undefined
  fields: SelectField[]
  filters: Filter[]
  logic: LogicTree[]
  order: readonly OrderTerm[]
  window: Window
  embeds: Outline[]
  /** It has an alias, but was spoken of by its name. */
  wasCalledByName: boolean
}

export const EVERYTHING: Window = { offset: 0n, limit: undefined }

/** Sorts what a query says to the levels it speaks of. Who names a level that is not there is refused. */
export function outlineOf(query: Query, topWindow: Window, isMutation: boolean): Outline {
  const top = levelOf(undefined, query.select)
  const below = <T>(all: readonly At<T>[]) => all.filter(({ path }) => path.length > 0)

  // Those of the top are the mutation's own, and say nothing of the rows that come back.
  for (const { path, what } of isMutation ? below(query.filters) : query.filters)
    levelAt(top, path).filters.push(what)
  for (const { path, what } of query.orders) levelAt(top, path).order = what
  if (!isMutation) {
    for (const { path, what } of below(query.windows)) levelAt(top, path).window = what
    top.window = topWindow
  }
  for (const { path, what } of isMutation ? below(query.logic) : query.logic)
    levelAt(top, path).logic.push(what)

  return top
}

function levelOf(embed: SelectEmbed | undefined, items: readonly SelectItem[]): Outline {
  return {
    embed,
    fields: items.filter((item) => item.kind === 'field'),
    filters: [],
    logic: [],
    order: [],
    window: EVERYTHING,
    embeds: items
      .filter((item) => item.kind === 'embed')
      .map((below) => levelOf(below, below.select)),
    wasCalledByName: false,
  }
}

function levelAt(top: Outline, path: readonly string[]): Outline {
  return path.reduce((level, name) => {
    const found = level.embeds.find(
      ({ embed }) => embed && (embed.name === name || embed.alias === name),
    )
    if (!found) throw notEmbedded(name)
    if (found.embed?.alias !== undefined && found.embed.alias !== name) found.wasCalledByName = true

    return found
  }, top)
}
