export type RequestFacts = {
  method: string
  path: string
  /** All headers except cookies. */
  headers: Readonly<Record<string, string>>
  /** The unparsed cookie header. */
  cookie: string | undefined
  /** The client's network, for rate limits on writes; undefined for reads. */
  client: string | undefined
}

type Options = {
  searchPath: string
  roleSettings: Readonly<Record<string, string>>
  functionSettings: Readonly<Record<string, string>>
  timezone: string | undefined
  appSettings: Readonly<Record<string, string>>
}

/** Facts about the request that SQL can read, set for one transaction. */
export function requestSettings(facts: RequestFacts, options: Options): Record<string, string> {
  const settings: Record<string, string> = { search_path: options.searchPath }

  Object.assign(settings, options.roleSettings)
  settings['request.method'] = facts.method
  settings['request.path'] = facts.path
  settings['request.headers'] = JSON.stringify(facts.headers)
  settings['request.cookies'] = facts.cookie === undefined ? '{}' : cookiesText(facts.cookie)
  if (facts.client !== undefined) settings['request.client'] = facts.client
  if (options.timezone !== undefined) settings.timezone = options.timezone
  return Object.assign(settings, options.functionSettings, options.appSettings)
}

const cookiesText = (header: string): string =>
  JSON.stringify(
    Object.fromEntries(
      header
        .split(';')
        .map((pair) => pair.trim().split(/=(.*)/s))
        .filter(([name]) => name !== '')
        .map(([name, value]) => [name, value ?? '']),
    ),
  )
