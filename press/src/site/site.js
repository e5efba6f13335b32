// The search, and the list of pages on a narrow screen. What is searched is fetched when somebody begins to type.
const pages = document.querySelector('nav details');
const wide = matchMedia('(min-width: 801px)');
const unfold = () => (pages.open = wide.matches);
wide.addEventListener('change', unfold);
unfold();

const field = document.getElementById('search');
const found = document.getElementById('found');
let index = null;

const script = (src) =>
  new Promise((done, failed) => {
    const it = document.createElement('script');
    it.src = src;
    it.onload = done;
    it.onerror = failed;
    document.head.append(it);
  });

async function ready() {
  if (index) return index;
  await Promise.all([script('minisearch.js'), script('words.js')]);
  const all = window.words.map((it, id) => ({ id, ...it }));
  index = new window.MiniSearch({
    fields: ['t', 'p', 'w'],
    storeFields: ['u', 't', 'p', 'w'],
    searchOptions: { boost: { t: 4, p: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(all);
  return index;
}

/** The words round the first of those that were looked for. */
function excerpt(text, terms) {
  const low = text.toLowerCase();
  const at = Math.max(0, Math.min(...terms.map((it) => low.indexOf(it)).filter((it) => it >= 0), Infinity) - 60);
  const from = Number.isFinite(at) ? at : 0;
  return (from > 0 ? '…' : '') + text.slice(from, from + 180).trim() + '…';
}

async function search() {
  const wanted = field.value.trim();
  if (wanted === '') {
    found.hidden = true;
    return;
  }
  const hits = (await ready()).search(wanted).slice(0, 12);
  found.replaceChildren(
    ...hits.map((hit) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = hit.u;
      link.textContent = hit.t && hit.t !== hit.p ? `${hit.p}: ${hit.t}` : hit.p;
      const words = document.createElement('p');
      words.textContent = excerpt(hit.w, hit.terms);
      item.append(link, words);
      return item;
    }),
  );
  if (hits.length === 0) {
    const none = document.createElement('p');
    none.textContent = 'Nothing was found.';
    found.replaceChildren(none);
  }
  found.hidden = false;
}

field.addEventListener('input', () => void search());
field.form.addEventListener('submit', (event) => {
  event.preventDefault();
  void search().then(() => found.querySelector('a')?.focus());
});
found.addEventListener('click', () => (found.hidden = true));
