// What a person can choose about the page itself.
import type { App } from "../state/app";
import { BOARDS, type Boards, type Motion, type Theme } from "../state/settings";
import { languageName, languages, w } from "../strings/strings";

function Choice<T extends string>({ label, value, of, set }: { label: string; value: T; of: [T, string][]; set: (value: T) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value as T)}>
        {of.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function SettingsView({ app }: { app: App }) {
  const { settings } = app;
  const set = (change: Parameters<typeof settings.set>[0]) => {
    settings.set(change);
    void app.settle();
  };
  const motions: [Motion, string][] = [
    ["shown", w.motionShown],
    ["slow", w.motionSlow],
    ["none", w.motionNone],
  ];
  const { language, follows } = app.told;
  const themes: [Theme, string][] = [
    ["system", w.themeSystem],
    ["light", w.themeLight],
    ["dark", w.themeDark],
  ];
  return (
    <section class="settings" aria-label={w.settings}>
      <Choice label={w.settingsMotion} value={settings.motion} of={motions} set={(motion) => set({ motion })} />
      <Choice label={w.settingsTheme} value={settings.theme} of={themes} set={(theme) => set({ theme })} />
      <Choice label={w.art.boards} value={settings.boards} of={BOARDS.map((name): [Boards, string] => [name, w.art.themes[name]])} set={(boards) => set({ boards })} />
      <Choice
        label={w.settingsLanguage}
        value={settings.language}
        of={[["", w.languageSystem], ...languages().map(({ code, name }): [string, string] => [code, name])]}
        set={(language) => set({ language })}
      />
      {language && language !== w.locale && <p class="quiet">{follows ? w.languageTable : w.languageServer(languageName(language))}</p>}
    </section>
  );
}
