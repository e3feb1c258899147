// Comes before all other scripts, in syntax that every browser knows: begins the page where the browser can show it, and else
// says what is missing. Says too how the document is to look, so that nothing changes when the page has begun.
(function () {
  var html = document.documentElement;
  var isFile = !ONE && location.protocol === "file:"; // which may load no scripts of others
  var isHome = /^#?$/.test(location.hash);
  var chosen = {};
  var goingOn = []; // games, as state/going_on.ts notes them
  // A function with vectors of 128 bits: the engine has some.
  var simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

  function isModern() {
    try {
      return "noModule" in document.createElement("script") && !!Array.prototype.at && !!window.BroadcastChannel && (!SITE || WebAssembly.validate(new Uint8Array(simd)));
    } catch (why) {
      return false;
    }
  }

  function language() {
    var wanted = [chosen.language].concat(navigator.languages || navigator.language);
    for (var i = 0; i < wanted.length; i++) {
      var code = String(wanted[i]).slice(0, 2);
      if (code === "en" || code === "cs") return code;
    }
    return "en";
  }

  /** Has the browser fetch what the script will ask for. */
  function preload(file, rel) {
    var link = document.createElement("link");
    link.rel = rel;
    if (rel === "preload") link.as = "fetch";
    link.crossOrigin = "anonymous";
    link.fetchPriority = "low"; // Home is seen without it
    link.href = file;
    document.head.appendChild(link);
  }

  /** The style that Home does without; main.tsx waits for it. */
  function addStyle() {
    var link = document.createElement("link");
    link.id = "later-style";
    link.rel = "stylesheet";
    link.href = STYLE;
    link.onload = link.onerror = function () {
      link.id = "";
    };
    document.head.appendChild(link);
  }

  /** Home in another language: its pictures are those of the first one, with other texts in the places that are named. */
  function translate(page) {
    var other = document.getElementById("page-" + html.lang);
    if (!other) return;
    var pictures = page.querySelectorAll(".game .thumb");
    var stages = other.content.querySelectorAll(".game .stage");
    for (var i = 0; i < stages.length; i++) {
      if (stages[i].querySelector(".thumb")) continue;
      var texts = pictures[i].querySelectorAll("text");
      var words = stages[i].querySelectorAll("text");
      for (var k = 0; k < words.length; k++) {
        var place = texts[words[k].getAttribute("data-at")];
        words[k].removeAttribute("data-at");
        place.parentNode.replaceChild(words[k], place);
      }
      stages[i].textContent = "";
      stages[i].appendChild(pictures[i]);
    }
    page.textContent = "";
    page.appendChild(other.content);
  }

  function child(parent, name, className, text) {
    var made = parent.appendChild(document.createElement(name));
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  /** Places for the games that go on, so that nothing moves when the engine lists them. */
  function placeGoingOn(page) {
    var hello = page.querySelector(".home .hello");
    if (!hello || !goingOn.length) return;
    var section = document.createElement("section");
    section.className = "go-on";
    child(section, "h2", "", "\u00a0");
    var list = child(section, "ul");
    for (var i = 0; i < goingOn.length; i++) {
      var game = /^plays\/(\w+)-\d/.exec(goingOn[i].name);
      var title = game && page.querySelector('.game [href="#play=' + game[1] + '"] strong');
      var place = child(child(list, "li"), "a");
      child(place, "span", "stage");
      child(place, "strong", "", title ? title.textContent : "\u00a0");
      child(place, "span", "quiet", goingOn[i].since);
    }
    hello.parentNode.insertBefore(section, hello.nextSibling);
  }

  function begin() {
    var page = document.getElementById("page");
    if (document.readyState === "loading" || !page) return;
    document.removeEventListener("readystatechange", begin);
    var why = !isModern() ? "old" : isFile ? "file" : "";
    if (why) {
      page.textContent = "";
      page.style.display = "none"; // it is as high as the window
      document.getElementById(why).hidden = false;
      return;
    }
    translate(page);
    placeGoingOn(page);
    if (isHome) html.removeAttribute("data-first");
    var script = document.createElement("script");
    if (ONE) script.text = document.getElementById(PAGE).textContent;
    else {
      script.type = "module";
      script.src = PAGE;
    }
    document.head.appendChild(script);
  }

  try {
    chosen = JSON.parse(localStorage.getItem("hra.settings")) || {};
    goingOn = JSON.parse(localStorage.getItem("hra.going-on")) || [];
  } catch (why) {
    // As it is chosen by nobody.
  }
  html.lang = language();
  if (chosen.theme) html.setAttribute("data-theme", chosen.theme);
  if (chosen.boards) html.setAttribute("data-boards", chosen.boards);
  html.setAttribute("data-screen", "other");
  if (!ONE && !isFile) {
    addStyle();
    if (isModern()) {
      for (var i = 0; i < PARTS.length; i++) preload(PARTS[i], "modulepreload");
      preload(TEXTS[html.lang], "modulepreload");
      if (SITE) preload("home-" + html.lang + ".json?" + BUILD, "preload");
    }
  }
  if (!isHome || html.lang !== "en" || goingOn.length) html.setAttribute("data-first", "hidden"); // another screen comes, or another Home
  document.addEventListener("readystatechange", begin);
})();
