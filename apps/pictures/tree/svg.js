/* Folds and unfolds nodes, and steps through the search. Everything is in the file already: this
 * only shows, hides and places it. hraTree holds, an entry an item: its parent, its box, whether it
 * is open, and the steps at which it appears, is known and is cut; and what is said. */
(function () {
    "use strict";
    var T = hraTree, count = T.parent.length, last = T.steps.length, step = last;
    var own = document.currentScript, svg = (own && own.ownerSVGElement) || document.documentElement;
    var nodes = svg.querySelectorAll(".n"), edges = [];
    var body = svg.querySelector(".body"), bar = svg.querySelector(".bar"), line = svg.querySelector(".s");
    var least = +svg.getAttribute("data-least"), lift = 40, focus = 0;
    var first = [], next = [], before = [], end = [], x = [], y = [], bottom = [], seen = [], shown = [];

    function list() {
        for (var k = 0; k < count; k++) {
            first[k] = end[k] = next[k] = before[k] = -1;
            var p = T.parent[k];
            if (p < 0)
                continue;
            if (first[p] < 0)
                first[p] = k;
            else {
                next[end[p]] = k;
                before[k] = end[p];
            }
            end[p] = k;
        }
    }

    function look() {
        for (var k = 0; k < count; k++)
            seen[k] = k === 0 || (seen[T.parent[k]] && T.open[T.parent[k]] === 1);
    }

    /* ---- the layout, as in layout.c ------------------------------------------------------- */
    function place() {
        var prelim = [], mod = [], shift = [], change = [], thread = [], ancestor = [], number = [];
        function child(v) {
            return T.open[v] ? first[v] : -1;
        }
        function left(v) {
            return child(v) >= 0 ? child(v) : thread[v];
        }
        function right(v) {
            return child(v) >= 0 ? end[v] : thread[v];
        }
        function apart(a, b) {
            return (T.width[a] + T.width[b]) / 2 + (T.parent[a] === T.parent[b] ? T.near : T.far);
        }
        function move(a, b, by) {
            var share = by / (number[b] - number[a]);
            change[b] -= share;
            shift[b] += by;
            change[a] += share;
            prelim[b] += by;
            mod[b] += by;
        }
        function apportion(v, fallback) {
            if (before[v] < 0)
                return fallback;
            var ip = v, op = v, im = before[v], om = first[T.parent[v]];
            var sip = mod[ip], sop = mod[op], sim = mod[im], som = mod[om];
            while (right(im) >= 0 && left(ip) >= 0) {
                im = right(im);
                ip = left(ip);
                om = left(om);
                op = right(op);
                ancestor[op] = v;
                var by = prelim[im] + sim - prelim[ip] - sip + apart(im, ip);
                if (by > 0) {
                    move(T.parent[ancestor[im]] === T.parent[v] ? ancestor[im] : fallback, v, by);
                    sip += by;
                    sop += by;
                }
                sim += mod[im];
                sip += mod[ip];
                som += mod[om];
                sop += mod[op];
            }
            if (right(im) >= 0 && right(op) < 0) {
                thread[op] = right(im);
                mod[op] += sim - sop;
            }
            if (left(ip) >= 0 && left(om) < 0) {
                thread[om] = left(ip);
                mod[om] += sip - som;
                fallback = v;
            }
            return fallback;
        }
        function walk(v, n) {
            var from = child(v), fallback = from, i = 0, middle = 0, w;
            prelim[v] = mod[v] = shift[v] = change[v] = 0;
            thread[v] = -1;
            ancestor[v] = v;
            number[v] = n;
            for (w = from; w >= 0; w = next[w]) {
                walk(w, i++);
                fallback = apportion(w, fallback);
            }
            if (from >= 0) {
                var by = 0, ch = 0;
                for (w = end[v]; w >= 0; w = before[w]) {
                    prelim[w] += by;
                    mod[w] += by;
                    ch += change[w];
                    by += shift[w] + ch;
                }
                middle = (prelim[from] + prelim[end[v]]) / 2;
            }
            prelim[v] = before[v] >= 0 ? prelim[before[v]] + apart(before[v], v) : middle;
            mod[v] = from >= 0 && before[v] >= 0 ? prelim[v] - middle : 0;
        }
        walk(0, 0);
        var sum = [], level = [], tall = [], low = Infinity, high = -Infinity, k;
        for (k = 0; k < count; k++) {
            if (!seen[k])
                continue;
            var p = T.parent[k];
            sum[k] = p < 0 ? 0 : sum[p] + mod[p];
            level[k] = p < 0 ? 0 : level[p] + 1;
            x[k] = prelim[k] + sum[k];
            low = Math.min(low, x[k] - T.width[k] / 2);
            high = Math.max(high, x[k] + T.width[k] / 2);
            tall[level[k]] = Math.max(tall[level[k]] || 0,
                T.height[k] + (first[k] >= 0 && !T.open[k] ? T.badge : 0));
        }
        var tops = [T.head], i;
        for (i = 0; i < tall.length; i++)
            tops[i + 1] = tops[i] + tall[i] + T.drop;
        var wide = Math.max(least, Math.ceil(high - low + 2 * T.margin)), off = (wide - high + low) / 2 - low;
        for (k = 0; k < count; k++)
            if (seen[k]) {
                x[k] += off;
                y[k] = tops[level[k]];
                bottom[k] = y[k] + tall[level[k]];
            }
        return [wide, tops[tall.length] - T.drop + T.margin + 14 + lift];
    }

    function tenth(v) {
        return Math.round(v * 10) / 10;
    }

    function show() {
        look();
        var size = place();
        for (var k = 0; k < count; k++) {
            var e = edges[k - 1], p = T.parent[k];
            if (!seen[k]) {
                nodes[k].setAttribute("display", "none");
                e.setAttribute("display", "none");
                continue;
            }
            nodes[k].removeAttribute("display");
            nodes[k].setAttribute("transform", "translate(" + tenth(x[k]) + "," + tenth(y[k]) + ")");
            if (first[k] >= 0) {
                nodes[k].classList.toggle("folded", !T.open[k]);
                nodes[k].setAttribute("aria-expanded", T.open[k] ? "true" : "false");
            }
            if (!e)
                continue;
            e.removeAttribute("display");
            e.setAttribute("d", "M" + tenth(x[p]) + " " + tenth(y[p] + T.height[p]) + "V" + tenth(bottom[p]) +
                "L" + tenth(x[k]) + " " + tenth(y[k]));
        }
        svg.setAttribute("width", Math.ceil(size[0]));
        svg.setAttribute("height", Math.ceil(size[1]));
        svg.setAttribute("viewBox", "0 0 " + Math.ceil(size[0]) + " " + Math.ceil(size[1]));
        windows(step < last);
    }

    /* ---- steps ---------------------------------------------------------------------------- */


    /* Alpha and beta as they are at this step, beside the nodes that are open. What lies to their
     * right comes later and is faint. */
    function windows(run) {
        shown.forEach(function (t) {
            t.remove();
        });
        shown = [];
        var now = {};
        for (var i = 0; run && i < T.windows.length && T.windows[i][0] <= step; i++)
            now[T.windows[i][1]] = T.windows[i][2];
        Object.keys(now).forEach(function (k) {
            if (T.known[k] <= step || !seen[k])
                return;
            var t = document.createElementNS(svg.namespaceURI, "text");
            t.setAttribute("class", "w");
            t.setAttribute("x", tenth(x[k] + T.width[k] / 2 + 3));
            t.setAttribute("y", tenth(y[k] + 26));
            t.textContent = now[k];
            body.appendChild(t);
            shown.push(t);
        });
    }

    function tell() {
        var run = step < last, now = step > 0 && run ? T.steps[step - 1][0] : -1;
        svg.classList.toggle("run", run);
        for (var k = 0; k < count; k++) {
            var list = nodes[k].classList, later = T.appears[k] > step;
            list.toggle("later", run && later);
            list.toggle("open", run && !later && T.known[k] > step);
            list.toggle("uncut", run && T.cut[k] > step);
            list.toggle("now", k === now);
            if (k > 0)
                edges[k - 1].classList.toggle("later", run && later);
        }
        windows(run);
        line.textContent = step === 0 ? "0/" + last + "  " + T.before
            : step + "/" + last + "  " + T.steps[step - 1][1] + (run ? "" : "  " + T.over);
    }

    /* To the next step of a node that is seen; those of folded ones are passed over. */
    function go(by) {
        do
            step += by;
        while (step > 0 && step < last && !seen[T.steps[step - 1][0]]);
        step = Math.max(0, Math.min(last, step));
        tell();
    }

    function act(what) {
        if (what === "first")
            step = 0;
        else if (what === "last")
            step = last;
        if (what === "first" || what === "last")
            tell();
        else
            go(what === "next" ? 1 : -1);
    }

    /* ---- pointer and keys ----------------------------------------------------------------- */
    function fold(k) {
        if (first[k] < 0)
            return;
        T.open[k] = T.open[k] ? 0 : 1;
        show();
    }

    function focusOn(k) {
        if (k < 0 || !seen[k])
            return;
        focus = k;
        nodes[k].focus();
    }

    function onNode(k, event) {
        var to = { ArrowUp: T.parent[k], ArrowDown: T.open[k] ? first[k] : -1, ArrowLeft: before[k], ArrowRight: next[k] };
        if (event.key === "Enter" || event.key === " ")
            fold(k);
        else if (event.key in to)
            focusOn(to[event.key]);
        else
            return;
        event.preventDefault();
    }

    function wire(k) {
        nodes[k].setAttribute("tabindex", "0");
        nodes[k].setAttribute("role", "treeitem");
        nodes[k].addEventListener("click", function () {
            fold(k);
        });
        nodes[k].addEventListener("keydown", function (event) {
            onNode(k, event);
        });
    }

    function press(button) {
        var what = button.getAttribute("data-do");
        button.addEventListener("click", function () {
            act(what);
        });
        button.addEventListener("keydown", function (event) {
            if (event.key !== "Enter" && event.key !== " ")
                return;
            act(what);
            event.preventDefault();
        });
    }

    function keys(event) {
        var what = { n: "next", p: "back", N: "next", P: "back", Home: "first", End: "last" }[event.key];
        if (!what || event.ctrlKey || event.metaKey || event.altKey)
            return;
        act(what);
        event.preventDefault();
    }

    /* The bar stays in sight where the picture is larger than the window. */
    function follow() {
        var alone = svg === document.documentElement;
        bar.setAttribute("transform", "translate(" + (alone ? window.scrollX : 0) + "," +
            (alone ? Math.max(0, window.scrollY - 70) : 0) + ")");
    }

    list();
    svg.querySelectorAll(".body>.e").forEach(function (e) {
        edges[e.getAttribute("data-k") - 1] = e;
    });
    for (var k = 0; k < count; k++)
        wire(k);
    svg.querySelectorAll(".b").forEach(press);
    document.addEventListener("keydown", keys);
    window.addEventListener("scroll", follow);
    bar.removeAttribute("display");
    body.setAttribute("transform", "translate(0," + lift + ")");
    svg.removeAttribute("data-least");
    show();
    tell();
})();
