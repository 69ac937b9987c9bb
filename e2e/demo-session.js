/** Signs a member of the demo in, for scripts that take pictures of a running product. */
export async function demoSession(base, member) {
  const html = await (await fetch(`${base}/unauthorized`)).text()
  const [, apikey = ''] = /"publishableKey":"([^"]+)"/.exec(html) ?? []
  const response = await fetch(`${base}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey },
    body: JSON.stringify(member),
  })
  if (!response.ok) throw new Error(`${base} has no demo: ${response.status}`)

  return { ...(await response.json()), apikey }
}

/** Puts a session into the page's storage before its scripts run. */
export const keepSession = (page, { apikey, ...session }) =>
  page.addInitScript((stored) => {
    const key = `sb-${location.hostname.split('.')[0]}-auth-token`
    localStorage.setItem(key, JSON.stringify(stored))
  }, session)
